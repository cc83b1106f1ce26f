import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

const moduleName = "virtual:call-access";
const registryFile = fileURLToPath(new URL("../../contract/src/registry.ts", import.meta.url));

/**
 * Provides `virtual:call-access`: {call name: access}, read from the contract's registry while building. The screens
 * can thus check what the server checks without loading the schemas (and the schema library) into the browser.
 */
export function callAccess(): Plugin {
  return {
    name: "offgrid-call-access",
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    async load(id) {
      if (id !== `\0${moduleName}`) return undefined;
      this.addWatchFile(registryFile);
      const { module } = await runnerImport<{ calls: Record<string, { access: string }> }>(registryFile, {
        configFile: false,
        logLevel: "error",
      });
      const access = Object.fromEntries(Object.entries(module.calls).map(([name, { access }]) => [name, access]));
      return `export default ${JSON.stringify(access)};`;
    },
  };
}
