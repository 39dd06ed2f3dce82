import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Problem, Settings } from '@benchpress/core/preset'
import { refuseSeveralBodies, settleLoad } from './check-conflicts.ts'
import { connectionFlags, type flagsOfSettings, loadFlags, requestFlags, suiteFlags } from './config-flags.ts'
import { outputFlags } from './output-flags.ts'
import { parseSwitch, readFlags, refuseFlags, type FlagSource } from './read-flags.ts'

describe('readFlags', () => {
  test('the command line wins over the environment', () => {
    const read = readFlags(loadFlags, source({ connections: '5' }, { BENCHPRESS_CONNECTIONS: '6', BENCHPRESS_PIPELINING: '7' }), [])
    expect(read).toMatchObject({ connections: 5, pipelining: 7, duration: undefined })
  })

  test('an empty environment variable counts as unset', () => {
    expect(readFlags(loadFlags, source({}, { BENCHPRESS_CONNECTIONS: '' }), []).connections).toBeUndefined()
  })

  test.each([
    ['1', true],
    ['yes', true],
    ['0', undefined],
    ['false', undefined],
    ['', undefined],
  ])('a switch is read from the environment: %j', (text, insecure) => {
    const problems: Problem[] = []
    expect(readFlags(connectionFlags, source({}, { BENCHPRESS_INSECURE: text }), problems).insecure).toBe(insecure)
    expect(problems).toEqual([])
  })

  test('a switch of the environment that is neither on nor off is a problem', () => {
    const problems: Problem[] = []
    expect(readFlags(connectionFlags, source({}, { BENCHPRESS_INSECURE: 'off' }), problems).insecure).toBeUndefined()
    expect(problems).toEqual([{ message: 'BENCHPRESS_INSECURE=off: must be 1, true or yes for on, or 0, false or no for off' }])
  })

  test('a wrong header is reported without its value', () => {
    const problems: Problem[] = []
    readFlags(requestFlags, source({ header: ['Authorization: Bearer X', 'bad'] }), problems)
    expect(problems).toEqual([{ message: '--header bad: must be written as "Name: value" or "Name=value"' }])
  })

  test("autocannon's own names are read too", () => {
    expect(readFlags(loadFlags, source({ amount: '1k', reconnectRate: '3' }), [])).toMatchObject({ requests: 1000, reconnectAfter: 3 })
    expect(readFlags(requestFlags, source({ header: ['a: 1'], headers: ['b=2'] }), []).headers).toEqual({ a: '1', b: '2' })
  })

  test('everything that is wrong is reported at once, with the name of the flag or the variable', () => {
    const problems: Problem[] = []
    readFlags(suiteFlags, source({ sweep: ['users'], scale: '-1' }), problems)
    readFlags(suiteFlags, source({}, { BENCHPRESS_SCALE: '0' }), problems)
    expect(problems.map(({ message }) => message)).toEqual([
      '--scale -1: must be a number greater than 0, such as 0.5',
      '--sweep users: must be a parameter and its values, such as users=10,20,40',
      'BENCHPRESS_SCALE=0: must be a number greater than 0, such as 0.5',
    ])
  })

  test('a flag that begins with no is set only when it is given', () => {
    expect(readFlags(outputFlags, source({ progress: true, color: true }), [])).toMatchObject({ noProgress: undefined, noColor: undefined })
    expect(readFlags(outputFlags, source({ progress: false, color: false }), [])).toMatchObject({ noProgress: true, noColor: true })
  })
})

test('refuseFlags gives the reason, and what to use instead', () => {
  const problems: Problem[] = []
  refuseFlags(source({ connectionRate: '500', connections: '1' }), problems)
  expect(problems).toEqual([
    { message: '--connectionRate: a rate is that of all connections together', hint: 'Multiply it by -c, and use -r.' },
  ])
})

describe('settleLoad', () => {
  const settle = (options: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}): readonly unknown[] => {
    const problems: Problem[] = []
    const given = source(options, env)
    const { duration, requests } = settleLoad(readFlags(loadFlags, given, problems), given, problems)
    return [duration, requests, problems.length]
  }

  test('a length on the command line wins over one in the environment', () => {
    expect(settle({ requests: '5' }, { BENCHPRESS_DURATION: '3' })).toEqual([undefined, 5, 0])
    expect(settle({ duration: '3' }, { BENCHPRESS_REQUESTS: '5' })).toEqual(['3', undefined, 0])
  })

  test('two lengths on one level exclude each other', () => {
    expect(settle({ duration: '3', amount: '5' })).toEqual(['3', undefined, 1])
    expect(settle({}, { BENCHPRESS_REQUESTS: '5', BENCHPRESS_DURATION: '3' })).toEqual([undefined, 5, 1])
  })

  test.each([
    [{ users: '5', rate: '3' }, '--users and --rate: one is a closed workload, the other an open one'],
    [{ connections: '5', users: '3' }, '--connections and --users: a user has a connection of its own'],
    [{ connections: '5', maxUsers: '3' }, '--connections and --max-users: with a rate, both are the most users'],
    [
      { pipelining: '5', rate: '3' },
      '--pipelining and --rate: a pipelined request waits for those before it, and cannot start by the clock',
    ],
    [{ pipelining: '5', users: '3' }, '--pipelining and --users: a user has one request at a time'],
    [{ reconnectAfter: '5', rate: '3' }, '--reconnect-after and --rate: users of a rate keep their connections'],
  ])('%j exclude each other', (options, message) => {
    const problems: Problem[] = []
    settleLoad(readFlags(loadFlags, source(options), problems), source(options), problems)
    expect(problems.map((problem) => problem.message)).toEqual([message])
  })

  test('a workload on the command line wins over one of the environment', () => {
    const given = source({ rate: '500' }, { BENCHPRESS_USERS: '5', BENCHPRESS_PIPELINING: '2', BENCHPRESS_CONNECTIONS: '7' })
    const problems: Problem[] = []
    expect(settleLoad(readFlags(loadFlags, given, problems), given, problems)).toMatchObject({
      rate: '500',
      users: undefined,
      pipelining: undefined,
      connections: 7,
    })
    expect(problems).toEqual([])
  })
})

test('refuseSeveralBodies allows one body', () => {
  const problems: Problem[] = []
  refuseSeveralBodies(readFlags(requestFlags, source({ body: 'a' }), problems), problems)
  expect(problems).toEqual([])
  refuseSeveralBodies(readFlags(requestFlags, source({ body: 'a', form: '{}' }), problems), problems)
  expect(problems).toEqual([expect.objectContaining({ message: '--body, --input and --form: a request has one body' })])
})

describe('parseSwitch', () => {
  test.each(['1', 'true', 'YES'])('parseSwitch reads %s as on', (text) => {
    expect(parseSwitch(text)).toBe(true)
  })

  test.each(['0', 'false', 'No', ''])('parseSwitch reads %j as off', (text) => {
    expect(parseSwitch(text)).toBe(false)
  })

  test('parseSwitch refuses any other text', () => {
    expect(() => parseSwitch('maybe')).toThrow('must be 1, true or yes for on, or 0, false or no for off')
  })
})

function source(options: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}): FlagSource {
  return { options, env, cwd: '/' }
}

test('each flag of a config has its setting in core, which carries it there', () => {
  expectTypeOf<keyof typeof flagsOfSettings>().toEqualTypeOf<keyof Settings>()
})
