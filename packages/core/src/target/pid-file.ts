import { rmSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { redactWords } from '../base/redact/redact-text.ts'
import { isGroupAlive, readProcessStat } from './processes.ts'

// A process, distinguished from later ones of the same number by its start time; the time is empty for a process that does not run, or where the system
// does not report it.
const identitySchema = z.object({ pid: z.int(), startTime: z.string() })

// The content of a pid file; the command is without its secrets.
const recordSchema = z.object({ target: identitySchema, command: z.array(z.string()), owner: identitySchema })

type ProcessIdentity = z.infer<typeof identitySchema>
type PidRecord = z.infer<typeof recordSchema>

/** The directory for pid files that is used unless another is given: one for each user, in the system's temporary directory. */
export function defaultStateDirectory(): string {
  return join(tmpdir(), `benchpress-${process.getuid?.() ?? userInfo().username}`)
}

/**
 * Writes a pid file for a started process, so that a later run can report it if this one dies. Returns a function that removes the file synchronously.
 *
 * Creates the directory with mode 0700, and refuses a directory that others can write to.
 */
export async function writePidFile(directory: string, started: { pid: number; command: readonly string[] }): Promise<() => void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await refuseForeignDirectory(directory)
  const file = join(directory, `target-${started.pid}.json`)
  const record: PidRecord = {
    target: await identify(started.pid),
    command: [...redactWords(started.command)],
    owner: await identify(process.pid),
  }
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify(record), { mode: 0o600, flag: 'wx' })
  return () => rmSync(file, { force: true })
}

/**
 * Reports the targets of earlier runs that still run although their benchpress has ended, one sentence each, and removes the pid files of ended
 * targets.
 *
 * The targets are not ended.
 */
export async function findOrphans(directory: string): Promise<string[]> {
  const notices: string[] = []
  for (const file of await listPidFiles(directory)) {
    const record = await readPidFile(file)
    if (record !== undefined && (await isRunning(record.owner))) continue
    if (record !== undefined && ((await isRunning(record.target)) || isGroupLeft(record.target))) {
      const { pid } = record.target
      notices.push(
        `a target of an earlier run is still running: pid ${pid} (${redactWords(record.command).join(' ')}); end it with kill -- -${pid}`,
      )
    } else {
      await rm(file, { force: true })
    }
  }
  return notices
}

async function refuseForeignDirectory(directory: string): Promise<void> {
  const status = await lstat(directory)
  const isForeign = process.getuid !== undefined && (status.uid !== process.getuid() || (status.mode & 0o022) !== 0)
  if (!status.isDirectory() || isForeign) throw new Error(`${directory} is not a directory that only this user can write to`)
}

async function listPidFiles(directory: string): Promise<string[]> {
  try {
    await refuseForeignDirectory(directory)
    return (await readdir(directory)).filter((name) => /^target-\d+\.json$/.test(name)).map((name) => join(directory, name))
  } catch {
    return []
  }
}

async function readPidFile(file: string): Promise<PidRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function identify(pid: number): Promise<ProcessIdentity> {
  return { pid, startTime: await readStartTime(pid) }
}

async function isRunning({ pid, startTime }: ProcessIdentity): Promise<boolean> {
  return startTime !== '' && (await readStartTime(pid)) === startTime
}

async function readStartTime(pid: number): Promise<string> {
  if (process.platform === 'win32') return ''
  if (process.platform === 'linux') {
    const stat = readProcessStat(pid)
    return stat?.isAlive === true ? stat.startTime : ''
  }
  const { execa } = await import('execa')
  const { stdout } = await execa('ps', ['-o', 'lstart=', '-p', String(pid)], { reject: false })
  return stdout?.trim() ?? ''
}

// A group can outlive its leader, and its number is not reused as long as the group exists.
function isGroupLeft({ pid }: ProcessIdentity): boolean {
  return readProcessStat(pid) === undefined && process.platform === 'linux' && isGroupAlive(pid)
}
