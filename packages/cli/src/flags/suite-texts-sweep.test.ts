import { expect, test } from 'vitest'
import { parseSweeps } from './suite-texts.ts'

test.each([
  ['users=10,20,40', { parameter: 'users', values: [10, 20, 40] }],
  [' rate = 500/s, 1k ', { parameter: 'rate', values: ['500/s', 1000] }],
  ['env.SIZE=64', { parameter: 'env.SIZE', values: [64] }],
  ['scenarios.a-b:c.workload.pacing=1s,0.5', { parameter: 'scenarios.a-b:c.workload.pacing', values: ['1s', 0.5] }],
])('parseSweeps reads %s', (text, sweep) => {
  expect(parseSweeps([text])).toEqual(sweep)
})

test.each(['', 'users', 'users=', '=1,2', 'users=1,,2', 'users=1,', '10,20'])('parseSweeps refuses "%s"', (text) => {
  expect(() => parseSweeps([text])).toThrow('must be a parameter and its values, such as users=10,20,40')
})

test('the last of several sweeps over one parameter counts, and sweeps over several parameters are refused', () => {
  expect(parseSweeps(['users=1', 'users=2,3'])).toEqual({ parameter: 'users', values: [2, 3] })
  expect(() => parseSweeps(['users=1', 'workers=1,2'])).toThrow('must be over one parameter')
})
