// What a model might write when asked: "Tell me about this repository."
interface FileEntry { path: string; bytes: number }
interface Match { path: string; line: number; text: string }
interface Commit { hash: string; author: string; date: string; subject: string }

interface FolderReport { files: number; bytes: number; lines: number; longest: { path: string; lines: number } | null }
interface Report {
  name: string
  folders: Record<string, FolderReport>
  linesByLanguage: Record<string, number>
  tests: number
  lintExceptions: string[]
  lastCommits: string[]
  notes: string[]
}

const LANGUAGES: Record<string, string> = { rs: 'Rust', js: 'JavaScript', ts: 'TypeScript', md: 'Markdown' }
const notes: string[] = []

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')

// Some tools fail, and the report is still worth having.
async function attempt<T>(what: string, call: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FsError || error instanceof GitError)) throw error
    notes.push(`${what}: ${error.operation} failed: ${error.message}`)
    return fallback
  }
}

const files: FileEntry[] = await fs.list({ path: '.' })
const sources = files.filter(({ path, bytes }) => extensionOf(path) in LANGUAGES && bytes < 1_000_000)
console.log(`${files.length} files, of which ${sources.length} are sources`)

const texts = new Map<string, string>(
  await Promise.all(sources.map(async ({ path }): Promise<[string, string]> => [path, await fs.read({ path })])),
)

const folders: Record<string, FolderReport> = {}
const linesByLanguage: Record<string, number> = {}
for (const { path, bytes } of sources) {
  const lines = texts.get(path)!.split('\n').length - 1
  const folder = (folders[folderOf(path)] ??= { files: 0, bytes: 0, lines: 0, longest: null })
  folder.files += 1
  folder.bytes += bytes
  folder.lines += lines
  if (folder.longest === null || lines > folder.longest.lines) folder.longest = { path, lines }
  const language = LANGUAGES[extensionOf(path)] as string
  linesByLanguage[language] = (linesByLanguage[language] ?? 0) + lines
}

const [tests, exceptions, commits, roadmap] = await Promise.all([
  fs.grep({ pattern: String.raw`^\s*(it|test)(\.\w+)?\(|#\[test\]` }) as Promise<Match[]>,
  fs.grep({ pattern: String.raw`^\s*(#!?\[expect\(|// oxlint-disable)` }) as Promise<Match[]>,
  attempt<Commit[]>('history', () => git.log({ limit: 5 }), []),
  attempt<string | null>('plans', () => fs.read({ path: 'docs/roadmap.md' }), null),
])
if (roadmap !== null) notes.push(`plans: ${roadmap.split('\n')[0]}`)
for (const { hash, subject } of commits) console.log(`${hash} ${subject}`)

const { name } = JSON.parse(await fs.read({ path: 'package.json' })) as { name: string }
return {
  name,
  folders,
  linesByLanguage,
  tests: tests.length,
  lintExceptions: exceptions.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`),
  lastCommits: commits.map(({ date, author, subject }) => `${date.slice(0, 10)} ${author}: ${subject}`),
  notes,
} satisfies Report
