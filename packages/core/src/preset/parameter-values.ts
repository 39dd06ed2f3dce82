import { formatLength, formatRate, parseDuration, parseRate } from '../base/units/duration.ts'
import { leaveOut, scaleCount, type Settings, type Sweep } from '../config/change/settings.ts'
import type { Parameter, Parameters } from './parameter.ts'

/** The values that are given to parameters: their own, those of settings, and the path of the URL. Times and rates may be text. */
export interface GivenValues {
  readonly own: object
  readonly settings: Settings
  readonly path: string | undefined
}

type Values = Readonly<Record<string, unknown>>

/** The value of each parameter: the given one or else the documented one, multiplied by `scale` where it is scaled. */
export function valuesOf(parameters: Parameters, given: GivenValues): Values {
  return Object.fromEntries(Object.entries(parameters).map(([key, parameter]) => [key, valueOf(key, parameter, given)]))
}

function valueOf(key: string, parameter: Parameter, { own, settings, path }: GivenValues): unknown {
  const { setting, kind } = parameter
  const given = setting === undefined ? (own as Values)[key] : setting === 'path' ? path : settings[setting]
  const value = given === undefined ? defaultOf(parameter) : inUnit(kind, given)
  if (!isScaled(parameter) || typeof value !== 'number') return value
  const { scale = 1 } = settings
  return kind === 'rate' ? value * scale : scaleCount(value, scale)
}

// A text that is wrong is left to the check of the values.
function inUnit(kind: Parameter['kind'], value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'rate') return parseRate(value) ?? value
  const microseconds = kind === 'time' ? parseDuration(value) : undefined
  return microseconds === undefined ? value : microseconds / 1e6
}

function defaultOf(parameter: Parameter): unknown {
  return parameter.kind === 'switch' ? false : parameter.default
}

function isScaled(parameter: Parameter): boolean {
  return 'isScaled' in parameter && parameter.isScaled
}

/** The settings that are left to be applied to the suite: those that no parameter stands for. */
export function settingsBeside(parameters: Parameters, settings: Settings): Settings {
  const all = Object.values(parameters)
  const taken = all.flatMap(({ setting }) => (setting === undefined || setting === 'path' || setting === 'seed' ? [] : [setting]))
  return leaveOut(settings, ['url', ...taken, ...(all.some(isScaled) ? (['scale'] as const) : [])])
}

/** Lists the parameters whose values differ from the documented ones, such as `ids of each 5 -> 3`; the value of a secret, or of a file, is not shown. */
export function describeValues(parameters: Parameters, values: Values): readonly string[] {
  return Object.entries(parameters).flatMap(([key, parameter]) => {
    // Another seed is no other test.
    if (parameter.setting === 'seed') return []
    const [was, is] = [
      describeDocumented(parameter),
      values[key] === undefined ? describeDocumented(parameter) : describeValue(parameter, values[key]),
    ]
    return was === is ? [] : [`${nameOf(key)} ${was} -> ${is}`]
  })
}

/** The values without those of secrets and files, which no file may have. */
export function withoutSecretValues(parameters: Parameters = {}, values: object = {}): object {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isHidden(parameters[key]?.kind)))
}

function isHidden(kind: Parameter['kind'] | undefined): boolean {
  return kind === 'secret' || kind === 'file'
}

// As in `page size` of `pageSize`.
function nameOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

// Without a default, a flag of every command changes what the suite says by itself.
function describeDocumented(parameter: Parameter): string {
  const { setting, defaultSays } = parameter
  const value = parameter.documented ?? defaultOf(parameter)
  return value === undefined && setting !== undefined && defaultSays !== undefined ? defaultSays : describeValue(parameter, value)
}

function describeValue({ kind }: Parameter, value: unknown): string {
  if (value === undefined || value === '') return 'none'
  if (isHidden(kind)) return 'given'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return describeNumber(kind, value)
  if (typeof value === 'string') return value
  const { parameter, values } = value as Sweep
  return `${parameter} ${values.join(', ')}`
}

function describeNumber(kind: Parameter['kind'], value: number): string {
  if (kind === 'time') return formatLength(value)
  return kind === 'rate' ? formatRate(value) : String(value)
}
