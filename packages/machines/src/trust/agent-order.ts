import type { ThreadShare, TimingMode } from '@benchpress/core/machines'
import type { Reference } from './secrets.ts'
import type { Versions } from './versions.ts'

/** All that an agent is to run, as it travels. */
export interface AgentOrder {
  /** Until when the order may be obeyed, in milliseconds since 1970 on the broker's clock. */
  readonly expires: number
  /** SHA-256 of the archive of the code, in hex. */
  readonly archive: string
  readonly versions: Versions
  readonly workers: number
  readonly timing: TimingMode
  /** Without secrets, and with names of modules that only the archive has. */
  readonly shares: readonly ThreadShare[]
  /** Where the secrets belong. */
  readonly references: readonly Reference[]
}
