/** An empty folder into which the packed tarballs are installed: what a user of the package has. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pack } from '../../scripts/pack.js'
import { ROOT } from '../../scripts/packages.js'

/** @typedef {'npm' | 'pnpm'} PackageManager */

/** A bound on what hangs: compilers and package managers take their time on a machine that is busy. */
export const LIMIT_MS = 300_000

/** Nothing answers there: what a tarball needs besides itself is found to be missing. */
const NO_REGISTRY = 'http://127.0.0.1:9/'

const TOOLCHAIN = ['cargo', 'rustc', 'rustup'].map(name => (process.platform === 'win32' ? `${name}.exe` : name))

/**
 * What a user's shell has: no Rust, and no settings of a package manager that runs these tests.
 *
 * @returns {Record<string, string>}
 */
function userEnvironment() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|vitest|node_options|node_env)/i.test(name))
  const [pathName, path = ''] = inherited.find(([name]) => name.toUpperCase() === 'PATH') ?? ['PATH']
  const folders = path.split(delimiter).filter(folder => !TOOLCHAIN.some(name => existsSync(join(folder, name))))
  return {
    .../** @type {Record<string, string>} */ (Object.fromEntries(inherited)),
    [pathName]: [dirname(process.execPath), ...folders].join(delimiter),
    npm_config_registry: NO_REGISTRY,
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  }
}

/**
 * @typedef {object} Outcome of a command
 * @property {number} status
 * @property {string} stdout
 * @property {string} stderr
 */

export class Consumer {
  /** @type {string} */
  folder
  #environment = userEnvironment()

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder
  }

  /**
   * Packs this repository and installs the tarballs, with the scripts of packages disabled.
   *
   * @param {PackageManager} manager
   * @returns {Promise<Consumer>}
   */
  static async install(manager) {
    const consumer = new Consumer(mkdtempSync(join(tmpdir(), `packed-${manager}-`)))
    const tarballs = pack({ destination: join(consumer.folder, 'tarballs') })
    const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]))
    consumer.write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }))
    if (manager === 'npm') await consumer.#npmInstall()
    else await consumer.#pnpmInstall(dependencies)
    return consumer
  }

  async #npmInstall() {
    const isWindows = process.platform === 'win32'
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
    expectSuccess(await this.run(isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows }))
  }

  /** @param {Record<string, string>} overrides pnpm resolves a dependency of a tarball afresh, not to its neighbour */
  async #pnpmInstall(overrides) {
    const lines = Object.entries(overrides).map(([name, specifier]) => `  '${name}': '${specifier}'\n`)
    this.write('pnpm-workspace.yaml', `packages: ['.']\noverrides:\n${lines.join('')}`)
    const pnpm = join(ROOT, 'node_modules/pnpm/bin/pnpm.cjs')
    const store = ['--store-dir', join(this.folder, 'store')]
    expectSuccess(await this.node([pnpm, 'install', '--ignore-scripts', ...store]))
  }

  /**
   * @param {string} path from the folder
   * @param {string} content
   */
  write(path, content) {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), content)
  }

  /**
   * Makes development tools of this repository resolvable, as if they were installed beside the package.
   *
   * @param {string[]} names of packages
   */
  link(...names) {
    for (const name of names) {
      const target = join(this.folder, 'node_modules', name)
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), target, 'junction')
    }
  }

  /**
   * @param {string[]} args of Node.js
   * @returns {Promise<Outcome>}
   */
  node(args) {
    return this.run(process.execPath, args)
  }

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {{ shell?: boolean }} [options]
   * @returns {Promise<Outcome>}
   */
  run(command, args, { shell = false } = {}) {
    const options = { cwd: this.folder, env: this.#environment, shell, maxBuffer: 1 << 26 }
    return new Promise(resolve => {
      execFile(command, args, options, (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        resolve({ status, stdout, stderr: error !== null && status === -1 ? `${error.message}\n${stderr}` : stderr })
      })
    })
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** @param {Outcome} outcome */
function expectSuccess({ status, stdout, stderr }) {
  if (status !== 0) throw new Error(`exit status ${status}\n${stdout}\n${stderr}`)
}
