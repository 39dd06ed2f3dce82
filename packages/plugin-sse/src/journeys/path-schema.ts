import * as v from 'valibot'
import { text } from '../check/values.ts'

/** How the path of a ready-made journey is checked: told before the test, and not by each of its iterations. */
export const pathSchema: v.GenericSchema<string> = v.pipe(
  text,
  v.regex(/^(\/|https?:\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'),
)
