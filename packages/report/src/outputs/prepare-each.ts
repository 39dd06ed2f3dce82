import { basename, dirname, extname } from 'node:path'
import { UsageError, type Problem } from '@benchpress/core/preset'
import type { ReadResult } from '../results/read-results.ts'
import type { Environment } from './github.ts'
import type { OutputFile } from './output-file.ts'
import { refuseInputs } from './refuse-inputs.ts'
import { prepareFiles } from './write-outputs.ts'

/**
 * Prepares the files of each of several results; `{name}` in a path is replaced by the name of the file or folder of the result.
 *
 * @param inputs absolute paths of files that are read and must not be written to
 * @returns the results with their files
 * @throws UsageError with everything that is in the way
 */
export async function prepareEach(
  results: readonly ReadResult[],
  outputs: readonly string[],
  inputs: readonly string[],
  surroundings: { readonly cwd: string; readonly env?: Environment },
): Promise<readonly (ReadResult & { readonly files: readonly OutputFile[] })[]> {
  const problems: Problem[] = results.length > 1 ? outputs.filter((path) => !path.includes('{name}')).map(severalInto) : []
  const prepared = []
  const taken = new Set<string>()
  for (const result of problems.length > 0 ? [] : results) {
    const paths = outputs.map((path) => path.replaceAll('{name}', nameOf(result)))
    const files = await prepareFiles(paths, surroundings, problems)
    await refuseInputs(files, inputs, problems)
    problems.push(
      ...files.filter(({ during }) => during === 'stream').map(streamOf),
      ...files.filter(({ path }) => taken.has(path)).map(takenBy),
    )
    for (const { path, appends } of files) if (appends !== true) taken.add(path)
    prepared.push({ ...result, files })
  }
  if (problems.length > 0) throw new UsageError(problems)
  return prepared
}

function severalInto(path: string): Problem {
  return {
    message: `--output ${path}: several results would be written to one file`,
    hint: 'Put {name} into the path: the name of the file or folder of each.',
  }
}

function takenBy({ path }: OutputFile): Problem {
  return {
    message: `--output ${path}: two results would be written to it`,
    hint: 'Rename one of the files: {name} is that of the file or folder of each.',
  }
}

function streamOf({ path }: OutputFile): Problem {
  return {
    message: `--output ${path}: is only written while a test runs`,
    hint: 'Use .series.csv for the seconds of a result.',
  }
}

// A result in a report folder has the name of the folder.
function nameOf({ path }: ReadResult): string {
  const name = basename(path, extname(path))
  return name === 'result' || name === 'checkpoint' ? basename(dirname(path)) : name
}
