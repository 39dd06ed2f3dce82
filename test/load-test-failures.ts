import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isAssertionOfMachine } from './machine-faults.ts'

/** The configuration of Vitest with which load tests report everything that {@link readLoadTests} needs. */
export const loadTestsConfig: string = fileURLToPath(new URL('./load-tests.config.ts', import.meta.url))

interface Report {
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/**
 * Reads the JSON report of load tests: the number of tests, and each failure except those of a machine that was too busy for a load test.
 */
export async function readLoadTests(path: string): Promise<{ readonly tests: number; readonly failures: readonly string[] }> {
  const { numTotalTests, testResults }: Report = JSON.parse(await readFile(path, 'utf8'))
  const failures = testResults.flatMap(({ message, assertionResults }) => {
    const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
    return messages.length === 0 ? [message] : messages
  })
  return { tests: numTotalTests, failures: failures.filter((message) => message !== '' && !isAssertionOfMachine(message)) }
}
