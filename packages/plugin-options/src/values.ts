import * as v from 'valibot'
import { nameHint, parseDuration } from '@benchpress/core/plugin'

/** Any text. */
export const text: v.GenericSchema<string> = v.string('must be a string')

/** A text that is not empty. */
export const name: v.GenericSchema<string> = v.pipe(text, v.nonEmpty('must not be empty'))

/** `true` or `false`. */
export const flag: v.GenericSchema<boolean> = v.boolean('must be true or false')

/** Any function. */
export const callback: v.GenericSchema<(...values: unknown[]) => unknown> = v.function('must be a function')

/** A finite number. */
export const finite: v.GenericSchema<number> = v.custom(Number.isFinite, 'must be a number')

/** A whole number from 1. */
export const count: v.GenericSchema<number> = v.custom(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number from 1',
)

/**
 * An object with any keys, but not a list.
 *
 * @param message the message for any other value
 */
export function plainObject(message: string): v.GenericSchema<Readonly<Record<string, unknown>>> {
  return v.custom((value) => typeof value === 'object' && value !== null && !Array.isArray(value), message)
}

/** An object of texts, such as headers. */
export const texts: v.GenericSchema<unknown, Readonly<Record<string, string>>> = v.pipe(
  plainObject('must be an object of strings'),
  v.record(v.string(), text),
)

const recipient = v.union([name, finite])
const recipientsKind = 'must be a name, a number, or a list of them'

/** The names of a recipient of messages, one or several, as `deliveries.recipient` takes them. */
export const recipients: v.GenericSchema<unknown, string | number | readonly (string | number)[]> = v.union(
  [recipient, v.pipe(v.array(recipient), v.nonEmpty(recipientsKind))],
  recipientsKind,
)

type Members<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

/**
 * An object with only the given keys; the issue for an unknown key names the one that was probably meant.
 *
 * A missing key is reported with the message of its own schema; an undefined one is left out.
 */
export function strictObject<Entries extends v.ObjectEntries>(entries: Entries): v.GenericSchema<unknown, Members<Entries>> {
  const names = Object.keys(entries)
  const none = Object.fromEntries(names.map((key) => [key, undefined]))
  const known = v.object(entries)
  return v.pipe(
    plainObject('must be an object'),
    v.rawTransform(({ dataset: { value }, addIssue }) => {
      const { output, issues = [] } = v.safeParse(known, { ...none, ...value })
      for (const { message, path } of issues) addIssue({ message, path })
      const unknown = Object.keys(value).filter((key) => !Object.hasOwn(entries, key))
      if (unknown.length > 0) addIssue({ message: unknown.map((key) => `unknown option "${key}"; ${nameHint(key, names)}`).join('; ') })
      return Object.fromEntries(Object.entries(output as object).filter(([, member]) => member !== undefined)) as Members<Entries>
    }),
  )
}

const longest = 2 ** 31 - 1
const kind = 'must be a time such as "500ms" or "2s", or a number of seconds'

/** A time as `500ms` or in seconds, up to 24 days, converted to milliseconds. */
export const milliseconds: v.GenericSchema<string | number, number> = v.pipe(
  v.union([v.string(), v.number()], kind),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const time = parseDuration(value)
    if (time !== undefined && time / 1000 <= longest) return time / 1000
    addIssue({ message: `${kind} (was ${JSON.stringify(value)})` })
    return NEVER
  }),
)

/**
 * One of some kinds of values.
 *
 * Where a value can only be meant for one kind, its unknown option is reported, which is more useful to its author.
 *
 * @param message the message otherwise
 */
export function either<Kinds extends v.UnionOptions>(
  kinds: Kinds,
  message: string,
): v.GenericSchema<unknown, v.InferOutput<Kinds[number]>> {
  return v.union(kinds, ({ issues = [] }) => {
    const [unknown, ...others] = issues.filter((issue) => issue.message.startsWith('unknown option'))
    return unknown === undefined || others.length > 0 ? message : unknown.message
  })
}

/**
 * Checks options where they are passed, such as in a call of a journey, and returns them with defaults filled in.
 *
 * @param caller name of the called function, for the message
 * @throws TypeError with everything that is wrong with the options
 */
export function checkOptions<Output>(schema: v.GenericSchema<unknown, Output>, options: unknown, caller: string): Output {
  const { success, output, issues } = v.safeParse(schema, options)
  if (success) return output
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? [], issue.message].flat().join(': '))
  throw new TypeError(`${caller}: ${problems.join('; ')}`)
}
