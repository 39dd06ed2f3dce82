import { writeFileSync } from 'node:fs'
import { resultJsonSchema } from '../packages/core/src/result/shape/result-schema.ts'

writeFileSync(new URL('../packages/core/result.schema.json', import.meta.url), `${JSON.stringify(resultJsonSchema(), null, 2)}\n`)
