/** A page of docs/presets: what a preset printed. */
export interface PresetPage {
  readonly name: string
  /** What was run for it. */
  readonly command: string
  /** Writes the page about a report. */
  write(report: string): string
}

// At a tenth of the documented size, and as long as it takes to see each figure.
const lengths = { deserve: ' -d 10s', bridge: ' -d 60s', nestjs: ' -d 20s', hypha: '', toska: ' -d 10s' } as const

/** All pages, in the order in which they are linked. */
export const presetPages: readonly PresetPage[] = Object.entries(lengths).map(([name, length]) => {
  const command = `benchpress preset ${name} --scale 0.1${length} --full`
  return { name, command, write: (report) => pageOf(name, command, report) }
})

function pageOf(name: string, command: string, report: string): string {
  return `# Report of preset ${name}

What this command printed, from its first line to its last. The documented figures stand beside the measured ones; the lines below their table say on which machines. It is no
claim about any program: [the preset](../presets.md#${name}) tests the target that comes with it here, at a tenth of the documented size.

\`\`\`sh
${command}
\`\`\`

\`\`\`text
${withoutPlace(report).trimEnd()}
\`\`\`

All pages are written again by \`node scripts/write-preset-pages.ts\`, one of them with its name as an argument.
`
}

/** A report without what is of one machine alone: free ports, and the build of its kernel. */
export function withoutPlace(report: string): string {
  return report
    .replaceAll(/(?<=(?:localhost|127\.0\.0\.1):)\d+/g, 'PORT')
    .replaceAll(/\bLinux (\d+\.\d+)\S*/g, 'Linux $1')
    .replaceAll(/[ \t]+$/gm, '')
}
