import { summarizeExamples } from './requests-summary.ts'
import { expect, onTestFinished, test } from 'vitest'
import { keepSecrets } from '../../base/redact/secrets.ts'
import { ExampleBudget, type Exemplified, type FailureExample } from '../../measure/recorder/error-recorder.ts'

/** An example as a load thread keeps it, and a result shows it. */
function shown(example: Partial<FailureExample>, secrets: readonly string[]): string {
  const of: Exemplified = { examples: undefined, told: 0 }
  const whole = { request: 'GET /', status: 500, expected: null, received: null, isCut: false, ...example }
  onTestFinished(keepSecrets(secrets))
  new ExampleBudget().take(of, { example: () => whole }, 0)
  return JSON.stringify(summarizeExamples(of.examples, 0))
}

const secret = Array.from({ length: 48 }, (_, index) => String.fromCodePoint(0x100 + index)).join('')
const long = secret.repeat(30)
const start = secret.slice(0, 3)

test.each([
  ['a secret longer than what is kept', long, [long]],
  ['a secret that is repeated beyond what is kept', secret.repeat(40), [secret]],
])('nothing is left of %s', (_case, text, secrets) => {
  expect(shown({ request: text, expected: text }, secrets)).not.toContain(start)
  expect(shown({ received: text.slice(0, 1000), isCut: true }, secrets)).not.toContain(start)
})

test('a text that was not cut is shown to its end', () => {
  expect(shown({ received: `{"error":"no stock for ${secret}, ann"}` }, [secret])).toContain('no stock for [redacted], ann')
})

test('a token in a JSON body is hidden by the name of its field', () => {
  const received = JSON.stringify({ data: JSON.stringify({ token: 'abc' }), tokens: ['abc'], secret: { value: 'abc' }, id: 1 })
  expect(shown({ received }, [])).not.toContain('abc')
})
