import type { Problem } from '@benchpress/core/preset'
import { prepareOutputs, type OutputFile } from '@benchpress/report/outputs'
import type { CommandIo } from '../command-io.ts'

/** Makes sure, before any load, that what `-o` asks for can be written; adds what cannot to `problems`. */
export async function prepareFiles(outputs: readonly string[], io: CommandIo, problems: Problem[]): Promise<readonly OutputFile[]> {
  const found: Problem[] = []
  const files = await prepareOutputs(outputs, io, found)
  problems.push(...found.map(({ message, hint }) => ({ message: `--output ${message}`, hint })))
  return files
}
