import { nameHint } from '@benchpress/core/plugin'
import * as v from 'valibot'
import { plainObject } from './values.ts'

type Members<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

/**
 * An object that has no keys but the given ones: its issue for unknown keys says which were probably meant.
 *
 * A missing key is reported with the message of its own schema; one that is undefined is left out.
 */
export function strictObject<Entries extends v.ObjectEntries>(entries: Entries): v.GenericSchema<unknown, Members<Entries>> {
  const names = Object.keys(entries)
  const none = Object.fromEntries(names.map((name) => [name, undefined]))
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
