import type { Check } from '../check/check.ts'
import { matching } from '../check/values.ts'

/** How the path of a ready-made journey is checked: told before the test, and not by each of its iterations. */
export const pathSchema: Check<string> = matching(/^(\/|https?:\/\/.)/i, 'must start with "/", or be a URL with http:// or https://')
