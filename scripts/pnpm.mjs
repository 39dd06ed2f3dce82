/** The pnpm that installs and packs this workspace. It is a native binary, so that any Node.js can start it. */
export const pnpm = 'pnpm@12.21.0'
