/**
 * The page's Trusted Types policy, made before anything else runs. Libraries write style texts through innerHTML, so text
 * without markup passes; markup never does. Script addresses must be of this origin.
 */
interface PolicyRules {
  createHTML: (text: string) => string;
  createScriptURL: (address: string) => string;
}
interface TrustedTypesFactory {
  createPolicy: (name: string, rules: PolicyRules) => unknown;
}

export const policyRules: PolicyRules = {
  createHTML: (text) => {
    if (text.includes("<")) throw new TypeError("Markup from text is not allowed here.");
    return text;
  },
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin) {
      throw new TypeError("Scripts come from this portal only.");
    }
    return address;
  },
};

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
factory?.createPolicy("default", policyRules);
