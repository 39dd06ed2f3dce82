import { expect, test } from 'vitest'
import { optionsSchema } from './options.ts'

test('the options of the plugin are a standard schema, and may be left out', async () => {
  const { validate } = optionsSchema['~standard']
  expect(await validate(undefined)).toMatchObject({ value: { client: 'lean' } })
  expect(await validate(null)).toMatchObject({ value: { client: 'lean' } })
  expect(await validate({ client: 'lan' })).toMatchObject({
    issues: [{ path: [{ key: 'client' }], message: 'must be "lean" or "eventsource"' }],
  })
})
