import type { SuiteResult } from '@benchpress/core'
import { withoutUserInfo } from '@benchpress/core/report'

/** What a load test is called among the load tests of a run of Vitest. */
export interface LoadTestName {
  /** The name of the result, which runs of the same load share. */
  readonly name: string
  /** The number among the results of the same name, from 1; `null` where the name is of one result. */
  readonly run: number | null
  /** Name, number and target, as far as these tell results apart, such as `bids, run 3, 127.0.0.1:4802`. */
  readonly label: string
}

/** Adds a name to each load test: results of the same name have a number, and a target where these differ. */
export function nameLoadTests<Test extends { readonly suite: SuiteResult }>(
  loadTests: readonly Test[],
): readonly (Test & { readonly name: LoadTestName })[] {
  const byName = Map.groupBy(loadTests, ({ suite }) => suite.name)
  return loadTests.map((loadTest) => {
    const { name } = loadTest.suite
    const alike = byName.get(name) ?? []
    if (alike.length <= 1) return { ...loadTest, name: { name, run: null, label: name } }
    const run = alike.indexOf(loadTest) + 1
    const target = new Set(alike.map(targetOf)).size > 1 ? targetOf(loadTest) : ''
    return { ...loadTest, name: { name, run, label: [name, `run ${run}`, ...(target === '' ? [] : [target])].join(', ') } }
  })
}

function targetOf({ suite }: { readonly suite: SuiteResult }): string {
  const urls = suite.tests.map(({ target }) => target.url)
  return [...new Set(urls.map((url) => URL.parse(url)?.host ?? withoutUserInfo(url)))].join(', ')
}
