import { execa } from 'execa'
import { fileURLToPath } from 'node:url'
import { BenchError } from './bench-error.ts'

/** URL of core's compiled entry. */
export const coreEntry: string = new URL('../../packages/core/dist/index.js', import.meta.url).href

const repository = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Compiles core as it is published to `coreEntry`.
 *
 * From its sources, core would load Node's type stripper in every thread: 30 MB that no user has.
 *
 * @throws BenchError when core does not compile
 */
export async function buildCore(): Promise<void> {
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const { failed, stdout } = await execa(compiler, ['-b', 'packages/core'], { node: true, cwd: repository, reject: false })
  if (failed) throw new BenchError(`@benchpress/core does not compile:\n${stdout}`)
}
