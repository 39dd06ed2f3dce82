import * as v from 'valibot'

/**
 * One of some kinds of values.
 *
 * Where a value can only have been meant for one of them, the unknown option in it is reported, which is what its author wants to know.
 *
 * @param message what is reported otherwise
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
