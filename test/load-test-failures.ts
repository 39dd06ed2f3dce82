import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isAssertionOfMachine } from './machine-faults.ts'

/** The configuration of Vitest with which load tests say all that is read of them. */
export const loadTestsConfig: string = fileURLToPath(new URL('./load-tests.config.ts', import.meta.url))

interface Report {
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/**
 * Reads what Vitest wrote of load tests as JSON: the number of tests, and each failure but those that say of nothing but the machine that it was too busy for
 * a test of load.
 */
export async function readLoadTests(path: string): Promise<{ readonly tests: number; readonly failures: readonly string[] }> {
  const { numTotalTests, testResults }: Report = JSON.parse(await readFile(path, 'utf8'))
  const failures = testResults.flatMap(({ message, assertionResults }) => {
    const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
    return messages.length === 0 ? [message] : messages
  })
  return { tests: numTotalTests, failures: failures.filter((message) => message !== '' && !isAssertionOfMachine(message)) }
}
