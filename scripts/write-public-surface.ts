import { writeFileSync } from 'node:fs'
import { describeSurface, readSurface, surfaceFile } from '../test/public-surface/describe-surface.ts'

writeFileSync(surfaceFile, describeSurface(readSurface()))
