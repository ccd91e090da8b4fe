<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:b="urn:books" exclude-result-prefixes="b">
  <xsl:output method="html" indent="yes" encoding="US-ASCII"/>
  <xsl:param name="heading" select="'none'"/>
  <xsl:key name="by-author" match="b:book" use="b:author"/>
  <xsl:decimal-format name="eu" decimal-separator="," grouping-separator="."/>
  <xsl:template match="/b:library">
    <html>
      <body>
        <h1><xsl:value-of select="$heading"/> (<xsl:value-of select="count(b:book)"/>)</h1>
        <xsl:apply-templates select="b:book"><xsl:sort select="b:price" data-type="number" order="descending"/></xsl:apply-templates>
        <p>Ann: <xsl:for-each select="key('by-author', 'Ann')"><xsl:value-of select="@id"/><xsl:if test="position() != last()">, </xsl:if></xsl:for-each></p>
        <xsl:call-template name="countdown"><xsl:with-param name="n" select="5"/></xsl:call-template>
        <p><xsl:value-of select="format-number(sum(b:book/b:price) * 1000, '#.##0,00', 'eu')"/></p>
      </body>
    </html>
  </xsl:template>
  <xsl:template match="b:book">
    <xsl:variable name="rate"><xsl:choose><xsl:when test="b:price/@currency='EUR'">1.1</xsl:when><xsl:otherwise>1</xsl:otherwise></xsl:choose></xsl:variable>
    <div class="book{position() mod 2}"><xsl:number value="position()" format="I."/>
      <xsl:text> </xsl:text><xsl:value-of select="translate(b:title, 'abc', 'ABC')"/>: <xsl:value-of select="round(b:price * $rate * 100) div 100"/>
      <xsl:apply-templates select="b:author" mode="short"/>
    </div>
  </xsl:template>
  <xsl:template match="b:author" mode="short"><i><xsl:value-of select="substring(., 1, 1)"/></i></xsl:template>
  <xsl:template name="countdown">
    <xsl:param name="n"/>
    <xsl:if test="$n &gt; 0"><b><xsl:value-of select="$n"/></b><xsl:call-template name="countdown"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template></xsl:if>
  </xsl:template>
</xsl:stylesheet>
