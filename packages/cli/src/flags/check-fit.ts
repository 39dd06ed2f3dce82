import type { ScenarioConfig, SuiteConfig } from '@benchpress/core'
import { isOpen, isPart, isRequestScenario, kindOf } from '@benchpress/core/preset'
import type { Problem, Settings } from '@benchpress/core/preset'
import { longName } from './read-flags.ts'
import { flagsOfSettings } from './suite-flags.ts'

/** Adds a problem for each flag that changes none of the scenarios, because none of them has the setting. */
export function refuseIdleFlags(settings: Settings, { tests }: SuiteConfig, problems: Problem[]): void {
  const scenarios = tests.flatMap((test) => (isPart(test.scenarios) ? Object.values(test.scenarios) : [])).filter(isWhole)
  // A wrong config is reported by the check of the run.
  if (scenarios.length === 0) return
  for (const [key, fits, because, hint] of rules) {
    if (settings[key] === undefined || scenarios.some(fits)) continue
    problems.push({ message: `${longName(flagsOfSettings[key].flags)}: ${because}`, hint })
  }
}

type Rule = readonly [key: keyof Settings, fits: (scenario: ScenarioConfig) => boolean, because: string, hint: string]

const hasConnections = ({ workload }: ScenarioConfig): boolean => kindOf(workload)?.kind === 'connections'
const isRate = ({ workload }: ScenarioConfig): boolean => isOpen(workload)

const hasNoStages = ({ workload }: ScenarioConfig): boolean => kindOf(workload)?.kind !== 'stages'

const rules: readonly Rule[] = [
  ['connections', (scenario) => hasConnections(scenario) || isRate(scenario), 'the workload is in users', 'Give --users.'],
  ['pipelining', hasConnections, 'only connections of requests are pipelined', 'Leave it out.'],
  ['refill', hasConnections, 'only connections of requests are pipelined', 'Leave it out.'],
  ['reconnectAfter', hasConnections, 'only connections of requests are reopened', 'Leave it out.'],
  ['maxUsers', isRate, 'nothing starts by the clock', 'Give --rate, or --users for a closed workload.'],
  ['arrivals', isRate, 'nothing starts by the clock', 'Give --rate.'],
  ['timing', isRate, 'nothing starts by the clock', 'Give --rate.'],
  ['requests', hasNoStages, 'a workload of stages ends by time', 'Give -d, which stretches its stages.'],
  ...(['method', 'body', 'input', 'form', 'uniqueIds', 'expectBody', 'expectStatus'] as const).map((key): Rule => [
    key,
    isRequestScenario,
    'the requests are those of a journey',
    'Change the journey.',
  ]),
]

function isWhole(scenario: ScenarioConfig): boolean {
  return isPart(scenario) && isPart(scenario.workload) && kindOf(scenario.workload) !== undefined
}
