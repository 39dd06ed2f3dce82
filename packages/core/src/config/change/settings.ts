import type { Config, DnsConfig, SweepValue } from '../config.ts'
import type { RequestScenarioConfig } from '../scenario.ts'
import type { ConnectionsWorkloadConfig, UsersWorkloadConfig } from '../workload/closed-workloads.ts'
import type { RateWorkloadConfig } from '../workload/rate-workload.ts'
import type { TlsConfig } from '../../load/wire/dial.ts'
import type { RequestConfig } from '../../load/http/request-config.ts'
import type { Duration } from '../fields/quantity-schema.ts'

/** One parameter with its values, as in `sweep` of a config. */
export interface Sweep {
  readonly parameter: string
  readonly values: readonly SweepValue[]
}

// The settings that replace a field of the same name, by the part of a test that has the field.
const ofTest = ['workers', 'timing', 'timeout', 'connectTimeout', 'maxHeaderSize', 'seed'] as const
const ofTls = ['insecure', 'ca', 'cert', 'key', 'servername', 'resume', 'minVersion', 'maxVersion', 'ciphers', 'keyLogFile'] as const
const ofRequests = ['uniqueIds', 'reconnectAfter'] as const
const fields = { test: ofTest, tls: ofTls, requests: ofRequests }

/** The given settings that replace a field of a part of a test. */
export function pickSettings(part: 'test' | 'tls' | 'requests', settings: Settings): object {
  return Object.fromEntries(fields[part].flatMap((key) => (settings[key] === undefined ? [] : [[key, settings[key]]])))
}

type Some<Of, Keys extends keyof Of> = { readonly [Key in Keys]?: Of[Key] | undefined }

/**
 * Changes of a suite as data: each replaces the field of this name in every test, scenario or workload that has it; `undefined` changes nothing.
 *
 * They are not checked here: the suite that they make is.
 */
export interface Settings
  extends
    Some<Config, (typeof ofTest)[number]>,
    Some<TlsConfig, (typeof ofTls)[number]>,
    Some<RequestScenarioConfig, (typeof ofRequests)[number] | 'bailout'>,
    Some<RequestConfig, 'method' | 'headers' | 'form'>,
    Some<ConnectionsWorkloadConfig, 'connections' | 'pipelining' | 'refill' | 'warmup' | 'duration'>,
    Some<UsersWorkloadConfig, 'users'>,
    Some<RateWorkloadConfig, 'rate' | 'maxUsers' | 'arrivals'> {
  /** One URL, or several with commas, in place of the targets and variants. */
  readonly url?: string | undefined
  /** Name of the suite, and of its test if there is only one. */
  readonly title?: string | undefined
  readonly runs?: number | undefined
  /** The number of requests of connections, or of iterations of any other workload. */
  readonly requests?: number | undefined
  /** Factor of connections, users, rates and counts, after all other settings; never of times. */
  readonly scale?: number | undefined
  readonly startTimeout?: Duration | undefined
  /** Which addresses of the target's name connections go to. */
  readonly dns?: DnsConfig['select'] | undefined
  readonly sweep?: Sweep | undefined
  /** Conditions by metric, which are added to those of a test. */
  readonly thresholds?: Readonly<Record<string, readonly string[]>> | undefined
  /** The body of each request as text, or as bytes. */
  readonly body?: string | undefined
  readonly input?: Uint8Array | undefined
  readonly expectBody?: string | undefined
  readonly expectStatus?: readonly number[] | undefined
  /** Path of a Unix socket. */
  readonly unix?: string | undefined
}

/** Leaves out settings, such as those that a preset has made a part of its suite itself, so that they are not applied twice. */
export function leaveOut(settings: Settings, keys: readonly (keyof Settings)[]): Settings {
  return { ...settings, ...Object.fromEntries(keys.map((key) => [key, undefined])) }
}

/** Multiplies a count, as `scale` does, to at least one; any other value is left unchanged. */
export function scaleCount<Count>(count: Count, scale: number): Count | number {
  return typeof count !== 'number' || scale === 1 ? count : Math.max(1, Math.round(count * scale))
}
