-- Texts that those who handle tickets insert into their answers.
create table ticket_text (
  id text primary key,
  -- Null: for tickets of every category.
  category text check (category in ('technical_support', 'customer_service', 'accounting_administrative', 'complaints_comments')),
  language text not null,
  title text not null,
  -- With placeholders, such as {container}.
  text text not null,
  changed_at timestamptz not null
);
