import { formatFigure, type Quantity } from '../result/threshold/quantity.ts'
import { formatCount } from '../base/units/format.ts'
import { type Fact, type Finding, ifValid, readLimit, undecided, writeMessage } from './finding.ts'
import type { Subject } from './subject.ts'

const share: Quantity = { kind: 'share', unit: undefined }
const mostErrors = 3

/**
 * Finds whether the share of requests that did not end ok, without aborted ones, is below a limit such as `0.1%`; of checks, of those that failed.
 *
 * Undecided where the run is invalid, and where there was nothing that could fail.
 *
 * @throws TypeError when the limit is not a share, or there is nothing that fails
 */
export function hasErrorRateBelow(subject: Subject, limit: string | number): Finding {
  const { test, failures } = subject
  if (failures === undefined) throw new TypeError(`${subject.name} has no error rate`)
  const { name, failed, total } = failures
  const most = readLimit(limit, share)
  return ifValid(subject, () => {
    if (total === 0) return undecided(writeMessage(`nothing can be said of ${name}: there are no samples`, [], test))
    const actual = failed / total
    const wanted = `below ${formatFigure(most, share)}`
    const was = formatFigure(actual, share, most)
    return {
      outcome: actual < most ? 'holds' : 'fails',
      message: (isNegated) => {
        const expected = isNegated ? `not ${wanted}` : wanted
        const samples = `${formatCount(total)}, of which ${formatCount(failed)} failed`
        const facts: readonly Fact[] = [['expected', expected], ['actual', was], ['samples', samples], ...describeErrors(subject)]
        return writeMessage(`${name} was ${was}, but was expected to be ${expected}`, facts, test)
      },
    }
  })
}

/** The most frequent reasons why requests failed. */
function describeErrors({ scenarios }: Subject): readonly Fact[] {
  const errors = scenarios
    .flatMap((scenario) => [scenario, ...(scenario.users?.pluginRequests ?? [])].flatMap((requests) => requests.errors))
    .filter(({ outcome }) => outcome !== 'aborted')
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostErrors)
  return errors.length === 0
    ? []
    : [['errors', errors.map(({ count, outcome, reason }) => `${formatCount(count)} x ${outcome}: ${reason}`)]]
}
