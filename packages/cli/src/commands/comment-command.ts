import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { hideVariables, messageOf } from '@benchpress/core/report'
import { findForge, postComment } from '@benchpress/report/outputs'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { commentFlags } from '../flags/output-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { printFaults, printLines } from '../print-lines.ts'

/** Posts a comparison to the pull request of a job, in place of an earlier one, for `benchpress comment FILE.md`. */
export async function commentCommand(file: string, options: CommandOptions, { io }: CommandContext): Promise<number> {
  const { env, cwd, stdout, stderr } = io
  const problems: Problem[] = []
  const { id = 'comparison' } = readFlags(commentFlags, { options, env, cwd }, problems)
  const markdown = read(resolve(cwd, file), problems)
  const forge = findForge(env)
  if ('message' in forge) problems.push(forge)
  if (markdown === undefined || 'message' in forge || problems.length > 0) throw new UsageError(problems)
  try {
    // The comment quotes the output of builds and targets, and has more readers than the log.
    const posted = await postComment(hideVariables(env, markdown), id, forge)
    if (posted.done === 'refused') printFaults(stderr, [`nothing was posted: ${posted.because}, and the token of its job may only read`])
    else printLines(stdout, [`${posted.done} the comment${posted.url === null ? '' : `: ${posted.url}`}`])
    return exitCodes.ok
  } catch (error) {
    printFaults(stderr, [`nothing was posted: ${messageOf(error)}`])
    return exitCodes.internal
  }
}

function read(path: string, problems: Problem[]): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.push({ message: `${path} cannot be read: ${messageOf(error)}` })
    return undefined
  }
}
