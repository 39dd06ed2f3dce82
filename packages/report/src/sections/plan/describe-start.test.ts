import type { ScenarioPlan, SearchPlan, SuitePlan, TestPlan } from '@benchpress/core'
import { expect, test } from 'vitest'
import { connectionsWorkload } from '../../../test/suite-fixture.ts'
import { rateWorkload } from '../../../test/users-fixture.ts'
import { describeStart, type Start } from './describe-start.ts'

const target = { kind: 'url', url: 'http://localhost:3000/base', command: null } as const

const reads: ScenarioPlan = {
  name: 'reads',
  request: 'GET /items',
  workload: { ...connectionsWorkload, warmup: 2 },
  timeline: [],
  levels: [],
  mostUsers: 500,
  sockets: 500,
  iterations: null,
  journeys: [],
}
const bidding: ScenarioPlan = { ...reads, name: 'bidding', request: 'bid', workload: rateWorkload }

function testPlan(changes: Partial<TestPlan> = {}): TestPlan {
  const plan = {
    name: 'shop',
    target,
    variants: [],
    scenarios: [reads],
    duration: 32,
    workers: 1,
    sockets: 500,
    thresholds: [],
  }
  return { ...plan, ...changes }
}

function startOf(changes: Partial<SuitePlan> = {}, more: Omit<Start, 'plan'> = {}): readonly string[] {
  const limits = { openFiles: null, openFilesUsed: null, portRange: null, ephemeralPorts: null }
  const plan: SuitePlan = { name: 'shop', repeats: 1, pause: 0, tests: [testPlan()], limits, hooks: {}, plugins: [], ...changes }
  return describeStart({ plan, ...more })
}

test('one scenario is announced with the first lines of its report', () => {
  expect(startOf()).toEqual([
    'Running 30s test @ http://localhost:3000/items',
    '500 connections with 10 pipelining factor, after 2s of warm-up',
  ])
})

test('several scenarios have a line each, below the length of the whole test', () => {
  expect(startOf({ tests: [testPlan({ scenarios: [reads, bidding] })] })).toEqual([
    'Running 1 test, about 32s in total',
    '  reads: 30s, 500 connections with 10 pipelining factor @ http://localhost:3000/items',
    '  bidding: 30s, 200/s, arriving uniformly, at most 1,000 users @ http://localhost:3000: bid',
  ])
})

test('each of several tests is named, and so are its scenarios where there are several', () => {
  const other = testPlan({ name: 'bids', scenarios: [bidding] })
  expect(startOf({ tests: [testPlan({ scenarios: [reads, bidding] }), other] }).map((line) => line.split(':')[0])).toEqual([
    'Running 2 tests, about 1m4s in total',
    '  shop, reads',
    '  shop, bidding',
    '  bids',
  ])
})

test('runs on variants and repeats are counted, with the rests between them', () => {
  const variants = ['single', 'multi'].map((name) => ({ name, target }))
  expect(startOf({ repeats: 3, pause: 2, tests: [testPlan({ variants })] })).toEqual([
    'Running 1 test in 6 runs, about 3m22s in total',
    '  reads: 30s, 500 connections with 10 pipelining factor @ single and multi',
  ])
})

test('a preset is named', () => {
  expect(startOf({}, { preset: 'mine:reads' })[0]).toBe('Running 1 test of preset mine:reads, about 32s in total')
})

test('an unknown length is left out, and a command whose URL is not known yet is named', () => {
  const command = { kind: 'command', url: null, command: ['node', 'server.js'] } as const
  expect(startOf({ repeats: 2, tests: [testPlan({ duration: null, target: command })] })).toEqual([
    'Running 1 test in 2 runs',
    '  reads: 30s, 500 connections with 10 pipelining factor @ node server.js',
  ])
})

test('a search is announced with the most steps and their length', () => {
  const search: SearchPlan = {
    scenario: 'reads',
    slo: ['response_time p99 < 50ms'],
    start: 100,
    least: 10,
    most: 1e6,
    tolerance: 0.05,
    mostSteps: 40,
    step: 10,
    confirmation: 25,
    gracefulStop: 30,
  }
  expect(startOf({}, { search })).toEqual([
    'Running a search of the highest rate',
    '  reads: 30s, 500 connections with 10 pipelining factor @ http://localhost:3000/items',
    '  at most 40 steps of 10s, or 25s to confirm a rate, and up to 30s after each for what is under way: no longer than 36m40s, unless percentiles need longer steps',
  ])
})

test('a comparison by rounds is announced with the most rounds and the length of one', () => {
  const variants = ['A', 'B'].map((name) => ({ name, target }))
  const rounds = { most: 20, seconds: 128, budget: 600 }
  expect(startOf({ repeats: 2, tests: [testPlan({ variants })] }, { rounds })).toEqual([
    'Running at most 20 rounds of A, B, B, A, about 2m8s each, and none that would end after 10m',
    '  reads: 30s, 500 connections with 10 pipelining factor @ A and B',
  ])
})
