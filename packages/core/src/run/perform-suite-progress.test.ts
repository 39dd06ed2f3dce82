import { expect, onTestFinished, test } from 'vitest'
import { keepSecrets } from '../base/redact/secrets.ts'
import { idleProgress, type Progress } from './progress.ts'
import { resolveTests } from './resolve-tests.ts'
import { placeInSuite, withSuitePlace } from './perform-suite.ts'

const lengths = { runs: [10, 10, 30], pause: 5 }
const reads = { test: 'reads', variant: 'default', repeat: 1, phase: 'run', left: 4 } as const
const doneReads = { name: 'reads', variant: 'default', repeat: 1 }

test('the time left is that of the current run, and of all later ones with the pauses before them', () => {
  expect(placeInSuite(reads, [], lengths)).toEqual({ run: 1, runs: 3, left: 4 + 5 + 10 + 5 + 30 })
  expect(placeInSuite({ ...reads, repeat: 2 }, [doneReads], lengths)).toEqual({ run: 2, runs: 3, left: 4 + 5 + 30 })
})

test('the whole run is left while the target starts, and nothing of it while the target stops', () => {
  expect(placeInSuite({ ...reads, phase: 'setup', left: null }, [doneReads], lengths)).toMatchObject({ run: 2, left: 10 + 5 + 30 })
  expect(placeInSuite({ ...reads, phase: 'teardown', left: null }, [], lengths)).toMatchObject({ run: 1, left: 5 + 10 + 5 + 30 })
})

test('a target that stops after the last repeat still belongs to that run', () => {
  const done = [doneReads, { ...doneReads, repeat: 2 }]
  expect(placeInSuite({ ...reads, phase: 'teardown', left: null }, done, lengths)).toMatchObject({ run: 2, left: 5 + 30 })
})

test('the target of a variant that stops belongs to the run without a result yet', () => {
  expect(placeInSuite({ ...reads, repeat: 2, phase: 'teardown', left: null }, [doneReads], lengths)).toMatchObject({ run: 2 })
})

test('the time left is unknown if the length of any later run is not planned', () => {
  expect(placeInSuite({ ...reads, left: null }, [], lengths).left).toBeNull()
  expect(placeInSuite(reads, [], { runs: [10, Infinity], pause: 0 }).left).toBeNull()
  expect(placeInSuite({ ...reads, left: 3 }, [doneReads], { runs: [Infinity, 10], pause: 0 }).left).toBe(3)
})

test('a run with a secret in its name is found by the redacted name of its result', async () => {
  const scenarios = { reads: { request: { path: '/' }, workload: { connections: 1, duration: '10s' } } }
  const config = { name: 'reads of hunter2', target: 'http://localhost:3000', secrets: { password: 'hunter2' }, scenarios }
  onTestFinished(keepSecrets(['hunter2']))
  const resolved = await resolveTests({ name: 'shop', tests: [config] })
  const told: Progress[] = []
  const tell = withSuitePlace(resolved, [{ ...doneReads, name: 'reads of [redacted]' }], (progress) => told.push(progress))
  tell(idleProgress({ test: config.name, variant: 'default', repeat: 1, repeats: 1 }, 'teardown', undefined))
  expect(told.map(({ suite }) => suite)).toEqual([{ run: 1, runs: 1, left: 0 }])
})
