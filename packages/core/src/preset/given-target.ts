import type { TargetConfig } from '../target/target.ts'
import { asSentence, nameHint } from '../base/errors/closest-name.ts'
import type { Preset, PresetTarget } from './define-preset.ts'
import { usageError } from './preset-error.ts'
import { targetOf } from '../config/change/change-suite.ts'
import { namedUrls, splitUrls } from '../config/change/split-urls.ts'

/**
 * The target that a user gives to a preset: a URL, several of them, a command; or those of variants by their names, as in `one=http://a:1 many=http://b:2`, or as
 * in `one=node server.js -- many=node cluster.js`, where both begin at the given URL, or at that of the preset.
 *
 * @returns `undefined` for the target that comes with the preset
 * @throws UsageError for a name that is no variant of the preset, and for a single one
 */
export function givenTarget<Own extends object>(
  preset: Pick<Preset<Own>, 'name' | 'url' | 'variants'>,
  url: string | undefined,
  command: readonly string[],
): PresetTarget | undefined {
  const { variants = [] } = preset
  if (url === undefined && command.length === 0) return undefined
  const urls = url === undefined ? undefined : namedUrls(url)
  const commands = namedCommands(command, variants)
  const otherwise = url === undefined || urls !== undefined ? [preset.url] : splitUrls(url)
  const names = Object.keys({ ...urls, ...commands })
  if (names.length === 0) return targetOf(otherwise, command)
  refuseNames(preset, names)
  if (commands === undefined && command.length > 0)
    throw usageError(
      'the command after -- is of no variant',
      `Write the name before each: -- ${variants.map((name) => `${name}=COMMAND`).join(' -- ')}.`,
    )
  const targets = variants
    .filter((name) => names.includes(name))
    .map((name): readonly [string, TargetConfig] => [name, targetOf(urls?.[name] ?? otherwise, commands?.[name] ?? [])])
  return { variants: Object.fromEntries(targets) }
}

function refuseNames<Own extends object>(
  { name: preset, variants = [] }: Pick<Preset<Own>, 'name' | 'variants'>,
  names: readonly string[],
): void {
  const stranger = names.find((name) => !variants.includes(name))
  if (stranger !== undefined && variants.length === 0)
    throw usageError(`--url: preset ${preset} has no variants, such as ${stranger}`, 'Give a URL without a name.')
  if (stranger !== undefined)
    throw usageError(`--url: preset ${preset} has no variant "${stranger}"`, asSentence(nameHint(stranger, variants)))
  if (names.length < 2)
    throw usageError(`${names.join()}: one target has nothing to be compared with`, `Give all of ${variants.join(' and ')}.`)
}

// Words from one variant's name to the next `--` that another name follows.
function namedCommands(words: readonly string[], variants: readonly string[]): Readonly<Record<string, readonly string[]>> | undefined {
  const nameOf = (word: string = ''): string | undefined => variants.find((name) => word.startsWith(`${name}=`))
  if (nameOf(words[0]) === undefined) return undefined
  const commands: Record<string, string[]> = {}
  let command: string[] = []
  for (const [index, word] of words.entries()) {
    const name = index === 0 || words[index - 1] === '--' ? nameOf(word) : undefined
    if (name !== undefined) commands[name] = command = [word.slice(name.length + 1)]
    else if (word !== '--' || nameOf(words[index + 1]) === undefined) command.push(word)
  }
  return commands
}
