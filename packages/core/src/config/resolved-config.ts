import type { ResolvedRequest } from '../http/request-config.ts'
import type { ResolvedTarget } from '../target/target-config.ts'
import type { TlsConfig } from '../wire/tls-config.ts'
import type { ClosedWorkload } from '../workload/closed-workload.ts'

/** A scenario with every default filled in. */
export interface ResolvedScenario {
  readonly name: string
  readonly requests: readonly ResolvedRequest[]
  readonly workload: ClosedWorkload
  readonly uniqueIds: boolean
  readonly reconnectAfter: number | undefined
  readonly bailout: number | undefined
}

/** A config that was checked, with every default filled in. Times in microseconds. */
export interface ResolvedConfig {
  readonly name: string
  readonly target: ResolvedTarget
  readonly scenarios: readonly ResolvedScenario[]
  /** Load threads; 0 is the calling thread. */
  readonly workers: number
  readonly timeout: number
  readonly connectTimeout: number
  readonly tls: TlsConfig
  readonly unixSocket: string | undefined
}
