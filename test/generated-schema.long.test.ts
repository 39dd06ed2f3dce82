import { expect, test } from 'vitest'
import { resultSchema } from '../scripts/generate-result-schema.ts'
import { publishedSchema } from './result-schema.ts'

test('the published JSON schema matches the types of a result; otherwise run `node scripts/generate-result-schema.ts`', () => {
  expect(publishedSchema).toEqual(resultSchema())
})
