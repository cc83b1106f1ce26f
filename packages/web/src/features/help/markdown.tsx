import { Link } from "@tanstack/react-router";
import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";

import { headingId, readMarkdown, wordsOf } from "./manual-text.ts";

/** Markdown as elements of the page. Markup within it is left out: nothing becomes HTML that is not drawn here. */
export function Markdown({ text }: { text: string }) {
  return <>{blocks(readMarkdown(text))}</>;
}

function blocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, place) => <Fragment key={place}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} />;
    case "paragraph":
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case "list":
      return <List token={token as Tokens.List} />;
    case "table":
      return <Table token={token as Tokens.Table} />;
    case "blockquote":
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "text":
      return inline([token]);
    default:
      return null;
  }
}

/** The screen has the first level and the title of the page the second one. */
function Heading({ token }: { token: Tokens.Heading }) {
  const inner = inline(token.tokens);
  if (token.depth > 2) return <h4>{inner}</h4>;
  return (
    <h3 id={headingId(wordsOf(token.tokens))} tabIndex={-1}>
      {inner}
    </h3>
  );
}

function List({ token: { ordered, start, items } }: { token: Tokens.List }) {
  const rows = items.map((item, place) => <li key={place}>{blocks(item.tokens)}</li>);
  return ordered ? <ol start={start === "" ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

function Table({ token: { header, rows } }: { token: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, place) => (
            <th key={place} scope="col">
              {inline(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {row.map((cell, column) => (
              <td key={column}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, place) => <Fragment key={place}>{piece(token)}</Fragment>);
}

function piece(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case "em":
      return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case "del":
      return <s>{inline((token as Tokens.Del).tokens)}</s>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link":
      return <Leading token={token as Tokens.Link} />;
    // Pictures of other hosts are not loaded.
    case "image":
      return (token as Tokens.Image).text;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inline(tokens) : unescaped(text);
    }
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      return null;
  }
}

/** A link within the manual stays in it, one to the web opens beside it; anything else is words. */
function Leading({ token: { href, tokens } }: { token: Tokens.Link }) {
  const own = /^\/help\/([a-z0-9-]+)(?:#([a-z0-9-]+))?$/.exec(href);
  if (own)
    return (
      <Link to="/help/{-$slug}" params={{ slug: own[1] }} {...(own[2] !== undefined && { hash: own[2] })}>
        {inline(tokens)}
      </Link>
    );
  if (!/^(https?:\/\/|mailto:)/.test(href)) return inline(tokens);
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {inline(tokens)}
    </a>
  );
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The lexer writes some signs as HTML would have them; React does not. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
