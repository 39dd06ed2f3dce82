import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import type { ResolvedMicrobenchmark } from '../../config/resolve-microbenchmark.ts'
import type { RunOptions } from '../progress.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'

/**
 * Refuses tests that can run in the calling process only, where they are to run on machines.
 *
 * @throws InvalidConfigError with all of them
 */
export function refuseTravel(
  configs: readonly (ResolvedConfig | ResolvedMicrobenchmark)[],
  { machines }: Pick<RunOptions, 'machines'>,
): void {
  if (machines === undefined) return
  const issues = configs.flatMap((config) => ('functions' in config ? [functionsStay] : cannotTravel(config)))
  // A test that a sweep made several of has each of them once.
  const once = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  if (once.size > 0) throw new InvalidConfigError([...once.values()])
}

const functionsStay: ConfigIssue = {
  path: 'scenarios',
  message: 'functions are called in this process, and not on other machines',
  hint: 'run this test without machines',
}

function cannotTravel({ scenarios, workers }: ResolvedConfig): ConfigIssue[] {
  const functions = scenarios.flatMap((scenario): ConfigIssue[] => {
    if (scenario.kind !== 'journeys' || scenario.journeys.every(({ from }) => 'module' in from)) return []
    const message = 'is a function, which cannot be sent to another machine'
    return [{ path: `scenarios.${scenario.name}.journey`, message, hint: 'put the journey into a module of its own, and give its path' }]
  })
  if (functions.length > 0 || workers > 0) return functions
  return [
    { path: 'workers', message: 'is 0, which has the load run in the calling thread, and not on other machines', hint: 'use 1 or more' },
  ]
}
