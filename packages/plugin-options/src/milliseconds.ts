import { parseDuration } from '@benchpress/core/plugin'
import * as v from 'valibot'

const longest = 2 ** 31 - 1
const kind = 'must be a time such as "500ms" or "2s", or a number of seconds'

/** A time as `500ms` or in seconds, up to 24 days; in milliseconds. */
export const milliseconds: v.GenericSchema<string | number, number> = v.pipe(
  v.union([v.string(), v.number()], kind),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const time = parseDuration(value)
    if (time !== undefined && time / 1000 <= longest) return time / 1000
    addIssue({ message: `${kind} (was ${JSON.stringify(value)})` })
    return NEVER
  }),
)
