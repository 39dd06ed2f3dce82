import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The slowest files, slowest first. If one of them were started last, all other workers would wait for it.
const longest: readonly string[] = [
  'test/documents-code.long.test.ts',
  'test/clean-clone.long.test.ts',
  'preset-restarts.long.test.ts',
  'html-pages.long.test.ts',
  'packed-install.long.test.ts',
  'broken-plugins.long.test.ts',
  'preset-bridge.long.test.ts',
  'faults/faulty-servers.integration.test.ts',
  'run/journeys.integration.test.ts',
  'run/bad-servers.integration.test.ts',
  'run/interruption.integration.test.ts',
  'cli/test/cli.integration.test.ts',
]

/** Starts with the slowest test files, even without data of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the array is the sequencer's
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return place === -1 ? longest.length : place
}
