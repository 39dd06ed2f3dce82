import { text } from '@benchpress/plugin-options'
import * as v from 'valibot'

/** How the path of a ready-made journey is checked: before the test, and not in each of its iterations. */
export const pathSchema: v.GenericSchema<string> = v.pipe(
  text,
  v.regex(/^(\/|https?:\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'),
)
