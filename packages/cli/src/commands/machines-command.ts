import { resolve } from 'node:path'
import type { Command } from 'commander'
import { exitCodes, type CommandContext } from '../command-io.ts'

/** Adds `benchpress machines`, with what runs on several machines need beside the runs themselves. */
export function addMachinesCommand(program: Command, context: CommandContext): void {
  const machines = program
    .command('machines')
    .description('make the key that runs on other machines are signed with, and clean up after them')
    .usage('COMMAND')
  machines
    .command('key <file>')
    .usage('FILE')
    .description('write a new private key into a file, and print the public key, which agents are to trust')
    .action(async (file: string) => {
      const { makeKey } = await import('@benchpress/machines')
      const { stdout, cwd } = context.io
      stdout.write(`${await makeKey(resolve(cwd, file))}\n`)
      context.finish(exitCodes.ok)
    })
  machines
    .command('clean <url>')
    .usage('URL')
    .description('take out of a broker what runs have left there, such as those that were killed; runs that are under way end by it')
    .action(async (url: string) => {
      const { cleanMachines } = await import('@benchpress/machines')
      const { plural } = await import('@benchpress/report/format')
      const count = await cleanMachines(url)
      context.io.stdout.write(
        `${count === 0 ? 'nothing was left' : `removed what was left of ${plural(count, 'run or agent', 'runs and agents')}`}\n`,
      )
      context.finish(exitCodes.ok)
    })
}
