import { execa } from 'execa'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BenchError } from './bench-error.ts'

const sources = new URL('../target/', import.meta.url)
const builds = new URL('../.build/', import.meta.url)

/** A C program beside these sources: the target, the wrapper that measures a process, or the one that sleeps until each request is due. */
export type Program = 'static-target' | 'run-with-usage' | 'sleeper'

/**
 * Compiles a program with gcc, unless this version of its source already was, and returns the path of the executable.
 *
 * @throws BenchError when gcc is absent or the platform is not Linux
 */
export async function buildProgram(program: Program): Promise<string> {
  if (process.platform !== 'linux') throw new BenchError(`${program}.c is written for Linux (epoll, wait4); this is ${process.platform}`)
  const source = fileURLToPath(new URL(`${program}.c`, sources))
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 12)
  const executable = fileURLToPath(new URL(`${program}-${hash}`, builds))
  if (existsSync(executable)) return executable
  await mkdir(builds, { recursive: true })
  // Compiled to another name and renamed, so that an incomplete file is never started.
  const unfinished = `${executable}.${process.pid}`
  const gcc = await execa('gcc', ['-O2', '-Wall', '-Wextra', '-Werror', '-o', unfinished, source], { reject: false })
  if (gcc.code === 'ENOENT') throw new BenchError(`gcc is not installed: it compiles ${source} (Debian: apt-get install gcc libc6-dev)`)
  if (gcc.failed) throw new BenchError(`gcc could not compile ${source}:\n${gcc.stderr}`)
  await rename(unfinished, executable)
  return executable
}
