import { z } from 'zod'
import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({ ...lines, options: z.looseObject({ greeting: z.string().default('hello') }) })
