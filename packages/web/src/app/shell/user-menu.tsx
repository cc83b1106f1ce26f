import { ActionIcon, Avatar, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

const schemes = [
  { scheme: "light", theme: "light", icon: IconSun },
  { scheme: "dark", theme: "dark", icon: IconMoon },
  { scheme: "auto", theme: "system", icon: IconDeviceDesktop },
] as const;

interface Props {
  email: string | undefined;
  avatar: string | undefined;
  /** Undefined: nothing is known of the name. */
  initials: string | undefined;
  onTheme: (theme: "light" | "dark" | "system") => void;
  onSignOut: () => void;
}

/** Address, profile, theme and sign-out of the person who is signed in. */
export function UserMenu({ email, avatar, initials, onTheme, onSignOut }: Props) {
  const { t } = useTranslation("shell");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--og-text)"
          size={44}
          radius="xl"
          aria-label={t("account")}
          data-tour="account"
        >
          <Portrait avatar={avatar} initials={initials} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label c="var(--og-text)" style={{ overflowWrap: "anywhere" }}>
          {email}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/users/profile" {...props} />}
        >
          {t("profile")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label c="var(--og-text)">{t("theme")}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const chosen = schemes.find(({ scheme }) => scheme === value);
            if (!chosen) return;
            setColorScheme(chosen.scheme);
            onTheme(chosen.theme);
          }}
        >
          {schemes.map(({ scheme, icon: Icon }) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon size={18} aria-hidden />}>
              {t(`theme_${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={onSignOut} leftSection={<IconLogout size={18} aria-hidden />}>
          {t("sign_out")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Portrait({ avatar, initials }: Pick<Props, "avatar" | "initials">) {
  if (avatar !== undefined) return <Avatar src={avatar} alt="" size={32} />;
  if (initials === undefined) return <IconUserCircle size={26} />;
  return (
    <Avatar size={32} color="brand" variant="filled" aria-hidden>
      {initials}
    </Avatar>
  );
}
