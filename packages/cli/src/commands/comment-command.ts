import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { flag, InvalidFlagError, UsageError, type FlagsOf, type Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'

interface CommentSettings {
  readonly id: string | undefined
}

const flags: FlagsOf<CommentSettings> = {
  id: flag('--id <id>', 'which comment it is, where a pull request has several', parseId, { default: 'comparison' }),
}

function parseId(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text) && !text.includes('--')) return text
  throw new InvalidFlagError('must be up to 100 letters, digits, dots, hyphens and underscores, and no two hyphens side by side')
}

/** Adds `benchpress comment FILE.md`, which posts a comparison to the pull request of a job, or in place of the one before. */
export function addCommentCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('comment <file>')
    .usage('[options] FILE.md')
    .description('post Markdown as the comment of a pull request of GitHub Actions or a merge request of GitLab CI, or update it')
  addFlags(command, 'Comment:', flags)
  command.action(async (file: string, options: Readonly<Record<string, unknown>>) => {
    context.finish(await comment(file, options, context.io))
  })
}

async function comment(file: string, options: Readonly<Record<string, unknown>>, { env, cwd, stdout, stderr }: CommandIo): Promise<number> {
  const { readFlags } = await import('../flags/read-flags.ts')
  const { hideVariables, messageOf } = await import('@benchpress/core/report')
  const { printFaults, printLines } = await import('../print-lines.ts')
  const { findForge, postComment } = await import('@benchpress/report/outputs')
  const problems: Problem[] = []
  const { id = 'comparison' } = readFlags(flags, { options, env, cwd }, problems)
  const markdown = await read(resolve(cwd, file), problems)
  const forge = findForge(env)
  if ('message' in forge) problems.push(forge)
  if (markdown === undefined || 'message' in forge || problems.length > 0) throw new UsageError(problems)
  try {
    // It quotes what builds and targets print, and more people read it than the log.
    const posted = await postComment(hideVariables(env, markdown), id, forge)
    if (posted.done === 'refused') printFaults(stderr, [`nothing was posted: ${posted.because}, and the token of its job may only read`])
    else printLines(stdout, [`${posted.done} the comment${posted.url === null ? '' : `: ${posted.url}`}`])
    return exitCodes.ok
  } catch (error) {
    printFaults(stderr, [`nothing was posted: ${messageOf(error)}`])
    return exitCodes.internal
  }
}

async function read(path: string, problems: Problem[]): Promise<string | undefined> {
  const { messageOf } = await import('@benchpress/core/report')
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.push({ message: `${path} cannot be read: ${messageOf(error)}` })
    return undefined
  }
}
