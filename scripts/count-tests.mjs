// Usage: node scripts/count-tests.mjs REPORT... Prints the failed tests in reports of Vitest with their messages, and last the totals in one line. A file that
// could not be run counts as one failed test, as does each missing report.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Longer messages are cut off, so that the last failures are on one screen with the totals. */
const messageLength = 2_000

const counts = process.argv.slice(2).map((path) => {
  if (existsSync(path)) return count(JSON.parse(readFileSync(path, 'utf8')))
  console.log(`no report: ${path}`)
  return { passed: 0, failed: 1, skipped: 0 }
})
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) => counts.reduce((total, { [kind]: tests }) => total + tests, 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} Test
 * @param {{ testResults: readonly { name: string, status: string, message?: string, assertionResults: readonly Test[] }[] }} report
 */
function count({ testResults }) {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, status, message = '', assertionResults } of testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed')
    const passes = assertionResults.filter((test) => test.status === 'passed').length
    for (const { fullName, failureMessages = [] } of failures) printFailure(name, fullName, failureMessages.join('\n'))
    if (status === 'failed' && failures.length === 0) printFailure(name, 'the file', message)
    totals.failed += status === 'failed' ? Math.max(1, failures.length) : failures.length
    totals.passed += passes
    totals.skipped += assertionResults.length - failures.length - passes
  }
  return totals
}

/** @param {string} file @param {string} test @param {string} message */
function printFailure(file, test, message) {
  console.log(`failed: ${relative('.', file)}: ${test}\n${message.slice(0, messageLength).replaceAll(/^/gm, '  ')}`)
}
