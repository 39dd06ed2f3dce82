import type { TlsConfig, TlsVersion } from '../load/wire/dial.ts'
import type { FormField } from '../load/http/request-config.ts'

/** The fields of a multipart form by their names. */
export type Form = Readonly<Record<string, FormField>>

/** One parameter with its values, as in `sweep` of a config. */
export interface Sweep {
  readonly parameter: string
  readonly values: readonly (number | string)[]
}

/** Conditions by metric. */
export type ThresholdConditions = Readonly<Record<string, readonly string[]>>

/** The settings of flags for the amount and length of the load; each replaces the setting of the config or the preset. */
export interface LoadSettings {
  readonly connections: number | undefined
  readonly users: number | undefined
  /** A rate, such as `500/s`. */
  readonly rate: string | undefined
  readonly maxUsers: number | undefined
  readonly arrivals: 'uniform' | 'poisson' | undefined
  readonly pipelining: number | undefined
  readonly refill: 'each' | 'batch' | undefined
  /** A time, such as `30s`. */
  readonly duration: string | undefined
  readonly requests: number | undefined
  readonly warmup: string | undefined
  readonly workers: number | 'auto' | undefined
  readonly timing: 'auto' | 'precise' | 'coarse' | undefined
  readonly timeout: string | undefined
  readonly connectTimeout: string | undefined
  readonly reconnectAfter: number | undefined
  readonly bailout: number | undefined
  readonly seed: number | undefined
}

/** The settings of flags for requests and expected responses. */
export interface RequestSettings {
  readonly method: string | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: string | undefined
  readonly input: Uint8Array | undefined
  readonly form: Form | undefined
  readonly uniqueIds: boolean | undefined
  readonly expectBody: string | undefined
  readonly expectStatus: readonly number[] | undefined
}

/** The settings of flags for connections. Certificates and keys are PEM texts. */
export interface ConnectionSettings {
  readonly insecure: boolean | undefined
  readonly ca: readonly string[] | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly servername: string | undefined
  readonly resume: TlsConfig['resume'] | undefined
  readonly minVersion: TlsVersion | undefined
  readonly maxVersion: TlsVersion | undefined
  readonly ciphers: string | undefined
  readonly keyLogFile: string | undefined
  readonly maxHeaderSize: number | undefined
  readonly unix: string | undefined
}

/** The settings of flags for a suite: the target, the repeats and the sweep. */
export interface SuiteSettings {
  /** One URL, or several with commas. */
  readonly url: string | undefined
  readonly runs: number | undefined
  /** Factor of connections, users, rates and counts. */
  readonly scale: number | undefined
  readonly startTimeout: string | undefined
  readonly title: string | undefined
  readonly sweep: Sweep | undefined
  readonly thresholds: ThresholdConditions | undefined
}

/** The settings of all flags that change a run; `undefined` for flags that are not given. */
export type Settings = Partial<LoadSettings & RequestSettings & ConnectionSettings & SuiteSettings>

/** The settings of flags of every preset that a preset may read; `undefined` for flags that are not given. */
export type PresetSettings = Partial<Omit<LoadSettings, 'timing'> & Omit<SuiteSettings, 'thresholds'>>

/** Leaves out settings, such as those that a preset has made a part of its suite itself, so that they are not applied twice. */
export function leaveOut(settings: PresetSettings, keys: readonly (keyof PresetSettings)[]): PresetSettings {
  return { ...settings, ...Object.fromEntries(keys.map((key) => [key, undefined])) }
}

/** Multiplies a count, as `--scale` does, to at least one; any other value is left unchanged. */
export function scaleCount<Count extends number | undefined>(count: Count, scale: number): Count | number {
  return typeof count !== 'number' || scale === 1 ? count : Math.max(1, Math.round(count * scale))
}
