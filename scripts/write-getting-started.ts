// Runs the commands of docs/getting-started.md, and writes their outputs into the page, and into README.md where it shows them. It takes a minute.
import { readFile, writeFile } from 'node:fs/promises'
import { playPage } from '../test/documents/play-page.ts'

const page = 'docs/getting-started.md'
const file = new URL(`../${page}`, import.meta.url)
const readme = new URL('../README.md', import.meta.url)
const markdown = await readFile(file, 'utf8')
let [written, first] = [markdown, await readFile(readme, 'utf8')]
for (const { command, exitCode, printed, shown } of await playPage(page, markdown)) {
  if (exitCode === 97) console.warn(`${command} ended with 97, as on a machine that does something else:\n${printed}`)
  if (shown === '') continue
  written = written.replace(`\`\`\`text\n${shown}\`\`\``, () => `\`\`\`text\n${printed}\`\`\``)
  first = first.replace(`$ ${command}\n${shown}`, () => `$ ${command}\n${printed}`)
}
await writeFile(file, written)
await writeFile(readme, first)
