import { InvalidConfigError, type ConfigIssue, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import type { ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import { loadMicrobenchmark } from '../microbenchmark/load-microbenchmark.ts'

/**
 * Loads the modules of functions into this thread, and lists their cases in order, by scenario.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each unknown name in `only`
 */
export async function listCases({ functions }: Pick<ResolvedMicrobenchmark, 'functions'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const cases = new Map<string, readonly string[]>()
  const issues: ConfigIssue[] = []
  for (const { name, source, only } of functions) {
    try {
      const names = Object.keys((await loadMicrobenchmark(source)).cases)
      const unknown = (only ?? []).filter((wanted) => !names.includes(wanted))
      const path = `scenarios.${name}.only`
      issues.push(...unknown.map((wanted) => ({ path, message: `no function "${wanted}"`, hint: nameHint(wanted, names) })))
      cases.set(name, only === undefined ? names : names.filter((known) => only.includes(known)))
    } catch (error) {
      if (!isBenchpressError(error)) throw error
      issues.push({ path: `scenarios.${name}.functions`, message: error.message, hint: error.hint })
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return cases
}
