import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentFolder } from '../src/agent/agent-folder.ts'

// A process with a folder of an agent, until it is killed.
const folder = await AgentFolder.create(process.argv[2])
writeFileSync(join(folder.content, 'file'), 'of the run')
process.stdout.write(`${folder.path}\n`)
setInterval(() => undefined, 1000)
