import type { ThreadShare, TimingMode } from '@benchpress/core/machines'
import type { Versions } from './versions.ts'

/** Everything that an agent runs, as it is sent. */
export interface AgentOrder {
  /** Time until which the order is valid, in milliseconds since 1970 on the broker's clock. */
  readonly expires: number
  /** SHA-256 of the archive of the code, in hex. */
  readonly archive: string
  readonly versions: Versions
  readonly workers: number
  readonly timing: TimingMode
  /** Shares without secrets, with the names of modules in the archive. */
  readonly shares: readonly ThreadShare[]
  /** The random text of the marks in the shares where secrets of the agent's environment belong. */
  readonly mark: string
}
