import { describe, expect, test } from 'vitest'
import { isAssertionOfMachine, isOfMachine } from './machine-faults.ts'

const late = 'send-lag, iterations started 40 ms late'
const inconclusive = (text: string): string => `benchpress: threshold inconclusive: http_response_time max < 60s (max was 61 s, ${text})\n`

describe('a command that ended with 97', () => {
  const verdict = (...reasons: readonly string[]): string => ['Verdict: invalid', ...reasons.map((reason) => `  ${reason}`), ''].join('\n')

  test.each<[string, string, string, boolean]>([
    ['the machine made its run invalid', verdict('invalid generator-saturated: busy', 'suspect errors: 3 %'), '', true],
    ['and so it did to several runs', verdict('invalid machine-disturbed, 3 runs, such as run 1: stolen'), '', true],
    ['nothing succeeded', verdict('invalid no-success: not one of 3 requests ended ok'), '', false],
    [
      'nothing succeeded, on a busy machine',
      verdict('invalid send-lag: late', 'invalid no-success: not one of 3 requests ended ok'),
      '',
      false,
    ],
    [
      'a scenario started nothing, while its load thread had no CPU left',
      verdict('invalid no-success: shoppers: no iteration was started', 'note generator-saturated: worker 0 was busy 100 %'),
      '',
      true,
    ],
    ['a scenario started nothing', verdict('invalid no-success: shoppers: no iteration was started'), '', false],
    ['it says no reason', verdict(), '', false],
    ['a time may be the generator’s', verdict(), inconclusive(`which says nothing about the target: ${late}`), true],
    ['requests were cut off', verdict(), inconclusive('inconclusive: requests were cut off'), false],
    ['there are too few samples', verdict(), inconclusive('inconclusive: it has 3 of the 200 samples it needs; run'), false],
    [
      'nothing succeeded, and a time may be the generator’s',
      verdict('invalid no-success: not one of 3 requests ended ok'),
      inconclusive(`which says nothing about the target: ${late}`),
      false,
    ],
    [
      'a threshold failed',
      verdict('invalid send-lag: late'),
      'benchpress: threshold failed: http_failed rate < 1% (rate was 2 %)\n',
      false,
    ],
    [
      'the machine did, beside what another run left',
      verdict('invalid send-lag: late'),
      'benchpress: a target of an earlier run is still running: pid 7\n',
      true,
    ],
    ['of what another run left', verdict(), 'benchpress: a target of an earlier run is still running: pid 7\n', false],
    ['a target that prints beside it', verdict('invalid send-lag: late'), 'listening\n', true],
  ])('is judged by the reason: %s', (_why, stdout, stderr, expected) => {
    expect(isOfMachine({ stdout, stderr })).toBe(expected)
  })

  test('may have too few samples for a file that was run as it is, and failed thresholds that are for another machine', () => {
    const few = inconclusive('inconclusive: it has 3 of the 200 samples it needs; run')
    expect(isOfMachine({ stdout: '', stderr: few }, { isMoment: true })).toBe(true)
    const failed = {
      stdout: verdict('invalid send-lag: late'),
      stderr: 'benchpress: threshold failed: users_failed count <= 3 (count was 4)\n',
    }
    expect(isOfMachine(failed, { mayFail: true })).toBe(true)
    expect(isOfMachine({ ...failed, stdout: '' }, { mayFail: true })).toBe(false)
  })
})

describe('an assertion on a load test', () => {
  const invalid = (...reasons: readonly string[]): string =>
    ['AssertionError: undecided: test a: the run is invalid', '', '  verdict    invalid', ...reasons.map((reason) => `             ${reason}: why`), '  reproduce  test a'].join('\n') // prettier-ignore

  test.each<[string, string, boolean]>([
    ['of a run that the machine made invalid', invalid('generator-saturated', 'busy-machine', 'uneven-seconds'), true],
    ['of a run that is invalid for another reason, on a busy machine', invalid('generator-saturated', 'no-success'), false],
    ['of a run whose counts do not add up, on a busy machine', invalid('generator-saturated', 'identity'), false],
    ['of a run that lost a thread, on a busy machine', invalid('generator-saturated', 'lost-worker'), false],
    ['of a run with failures that make it no more than suspect, on a busy machine', invalid('generator-saturated', 'errors'), true],
    ['of a run that is suspect for its machine alone', invalid('busy-machine'), false],
    ['of a run without a reason', invalid(), false],
    ['on an error that says so', `expected [Function] to throw error matching /^p95/ but got '${invalid('send-lag').replaceAll('\n', '\\n')}'`, true], // prettier-ignore
    [
      'on an error whose quotes are escaped',
      "to throw error matching /^p95/ but got 'undecided: p95 of a: it was 211 ms, but may be the generator\\'s own (generator-stalled)\\n\\n  verdict    suspect'",
      true,
    ],
    ['on an error of which only the beginning is shown', "to throw error matching /^p95/ but got 'undecided: test a: the…'", false],
    ['with too few samples', 'undecided: p95 of a: it has 30 of the 200 samples it needs; run 7 times as long\n\n  verdict  valid', true],
    ["on a time that may be the generator's", "undecided: p99 of a: it was 31 ms and is not below 25 ms, but may be the generator's own (send-lag)", true], // prettier-ignore
    ['on requests that were cut off', 'undecided: p99 of a: it was >= 1 s, and requests were cut off, and may have taken longer', false],
    ['on a test that was too short', 'undecided: test a: it ran for less than a second', false],
    ['on thresholds that are all the generator’s', `undecided: 2 of 2 thresholds\n\n  inconclusive  a: p99 < 1s: p99 was 2 s, which says nothing about the target: ${late}\n                b: p95 < 1s: it has 3 of the 200 samples it needs; run\n  verdict       suspect\n`, true], // prettier-ignore
    ['on thresholds of which one is not', `undecided: 2 of 2 thresholds\n\n  inconclusive  a: p99 < 1s: p99 was 2 s, which says nothing about the target: ${late}\n                b: count > 1: the test ended early\n  verdict       suspect\n`, false], // prettier-ignore
    [
      'that simply fails',
      'AssertionError: p95 was 31 ms, but was expected to be below 25 ms\n\n  verdict  suspect\n           generator-saturated: x',
      false,
    ],
  ])('is judged by its message: %s', (_what, message, expected) => {
    expect(isAssertionOfMachine(message)).toBe(expected)
  })
})
