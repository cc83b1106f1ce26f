import { NativeSelect, useMantineColorScheme } from "@mantine/core";
import i18next from "i18next";
import { useState } from "react";

import { PageHeader } from "../ui/page-header.tsx";
import { StoryView } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./gallery.module.css";
import { allStories } from "./stories.ts";

/** Every shared part, on one page. */
export function Gallery() {
  const words = useWords();
  return (
    <main className={styles.page}>
      <PageHeader title="Gallery" context={words.context} action={<Switches />} />
      {allStories.map((story) => (
        <StoryView key={story.name} story={story} />
      ))}
    </main>
  );
}

function Switches() {
  const words = useWords();
  const locale = useLocale();
  const { setColorScheme } = useMantineColorScheme();
  const [theme, setTheme] = useState(document.documentElement.dataset["mantineColorScheme"] ?? "light");
  const chooseTheme = (next: string) => {
    setTheme(next);
    setColorScheme(next === "dark" ? "dark" : "light");
  };
  const chooseLanguage = async (next: string) => {
    await i18next.changeLanguage(next);
    document.documentElement.lang = next;
  };
  return (
    <div className="og-row og-mid">
      <NativeSelect
        label={words.language}
        value={locale}
        data={[
          { value: "en", label: "English" },
          { value: "fr", label: "Français" },
        ]}
        onChange={(event) => void chooseLanguage(event.currentTarget.value)}
      />
      <NativeSelect
        label={words.theme}
        value={theme}
        data={[
          { value: "light", label: words.light },
          { value: "dark", label: words.dark },
        ]}
        onChange={(event) => chooseTheme(event.currentTarget.value)}
      />
    </div>
  );
}
