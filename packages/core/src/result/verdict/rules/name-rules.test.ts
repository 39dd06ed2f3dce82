import { expect, test } from 'vitest'
import {
  countsFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  usersFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'
import { endpointFixture } from '../../../../test/assertion/result-fixture.ts'
import { mostNames, otherName } from '../../../measure/recorder/first-names.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { otherNames } from './name-rules.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `name ${index}`)
const endpoints = [
  ...names(mostNames).map((name) => endpointFixture(name)),
  endpointFixture(otherName, { counts: countsFixture({ ok: 2800 }) }),
]
const counts = countsFixture({ ok: 3000 })

function textsOf(scenario: Partial<ScenarioSummary>): readonly string[] {
  const reasons = otherNames(summaryFixture({ scenarios: [scenarioFixture({ counts, ...scenario })] }))
  expect(reasons.map(({ rule, level }) => `${level} ${rule}`)).toEqual(reasons.map(() => 'note other-names'))
  return reasons.map(({ text }) => text)
}

test('requests whose endpoints are counted together are noted, with how a journey names them', () => {
  const journeys = [{ name: 'shop', iterations: usersFixture().iterations, duration: usersFixture().iterationDuration }]
  expect(textsOf({ endpoints: endpoints.slice(0, mostNames) })).toEqual([])
  expect(textsOf({ endpoints: endpoints.slice(1) })).toEqual([])
  const text = '2,800 of 3,000 requests went to other endpoints than the first 200, and are counted together'
  expect(textsOf({ endpoints })).toEqual([`${text} as other`])
  const remedy = 'name them by template: path`/items/${id}`, or the option name'
  expect(textsOf({ endpoints, users: usersFixture({ journeys }) })).toEqual([`${text}; ${remedy}`])
})

test('so are those of plugins, and checks, groups and tags', () => {
  const pluginRequests = [{ ...pluginRequestsFixture({}, { counts }), endpoints }]
  expect(textsOf({ users: usersFixture({ pluginRequests }) })).toEqual([expect.stringContaining('2,800 of 3,000 requests of redis went')])
  const checks = [...names(mostNames), otherName].map((name) => ({ name, passed: 1, failed: 0 }))
  expect(textsOf({ users: usersFixture({ checks, tags: endpoints }) })).toEqual([
    'checks beyond the first 200 are counted together as other; use fewer names',
    'tags beyond the first 200 are counted together as other; use fewer names',
  ])
})
