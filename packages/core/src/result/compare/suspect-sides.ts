import type { TestResult } from '../shape/result.ts'
import { runsByTest } from './runs-of-test.ts'
import { nameOf, namesOfSides, type SideDifference, type Sides } from './side-differences.ts'

/**
 * Finds rules that all runs of a test on one side are suspect by, and none on the other, such as a generator that was saturated on one side alone: it may be what
 * the figures compare. Pure. Such sides are compared, and told.
 */
export function findSuspectSides({ base, head, names = namesOfSides }: Sides): readonly SideDifference[] {
  const [ofBase, ofHead] = [rulesOf(base), rulesOf(head)]
  const alone = (side: string, own: RulesByTest, other: string, others: RulesByTest): readonly SideDifference[] =>
    [...own].flatMap(([test, runs]) => {
      const [first] = runs
      const far = others.get(test)?.flat()
      return first === undefined || far === undefined
        ? []
        : first
            .filter((rule) => runs.every((rules) => rules.includes(rule)) && !far.includes(rule))
            .map((rule) => ({
              kind: 'verdict' as const,
              text: `all runs of ${test} are suspect by ${rule} on ${side}, and none on ${other}`,
            }))
    })
  return [...alone(names.base, ofBase, names.head, ofHead), ...alone(names.head, ofHead, names.base, ofBase)]
}

type RulesByTest = ReadonlyMap<string, readonly (readonly string[])[]>

// Of runs that cannot be believed at all, it is no matter by what else they are suspect.
function rulesOf(side: Sides['base']): RulesByTest {
  const believed = runsByTest(side).map(({ runs, ...of }) => ({ of, runs: runs.filter(({ verdict }) => verdict.level !== 'invalid') }))
  return new Map(
    believed
      .filter(({ runs }) => runs.length > 0)
      .map(({ of, runs }) => [nameOf({ name: of.test, variant: of.variant }), runs.map(suspectRules)]),
  )
}

function suspectRules({ verdict }: TestResult): readonly string[] {
  return [...new Set(verdict.reasons.filter(({ level }) => level === 'suspect').map(({ rule }) => rule))]
}
